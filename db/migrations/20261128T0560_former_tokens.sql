-- The hashes of tokens that sessions had before they got others: a request that is still on its way
-- with one is told to try again, and signs nobody out.
create table former_tokens (
  token_hash bytea primary key,
  renewed_at timestamptz not null
);
