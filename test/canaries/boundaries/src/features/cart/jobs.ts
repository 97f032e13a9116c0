import pg from 'pg'

export const expire = pg
