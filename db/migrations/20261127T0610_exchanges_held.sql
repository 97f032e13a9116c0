-- What a timer looks at each minute: exchanges that hold units.
create index return_lines_held on return_lines (return_id) where exchange_held > 0;
