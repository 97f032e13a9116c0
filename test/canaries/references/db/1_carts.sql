-- Lines of carts: queries/gone-sql.ts.
select 'gone-row.ts'
