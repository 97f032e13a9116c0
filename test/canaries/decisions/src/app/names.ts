// Decision 001 exists, decision 099 does not.
export {}
