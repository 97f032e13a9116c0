-- Which of a market's tax rates is for a product; null for `standard`.
alter table products add column tax_class text;
