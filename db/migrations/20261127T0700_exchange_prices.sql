-- An exchange is priced by what its goods cost together on the day of the application: units and their prices
-- of that day, instead of a difference for one. What was confirmed before stays: a cheaper variant has its
-- price as a whole.
update returns r
set exchange_terms = jsonb_build_object(
  'tax', r.exchange_terms -> 'tax',
  'isHeld', true,
  'wants',
  (
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'line', w.line,
          'sku', w.sku,
          'quantity', w.units,
          'listed', w.listed,
          'today',
          case
            when w.is_cheaper then least(w.listed * w.units, greatest(0, w.paid + w.amount * w.units))
            else w.listed * w.units
          end,
          'before', case when w.is_variant and not w.is_cheaper then w.bought * w.units end,
          'reasons',
          case
            when w.is_cheaper
              then '[{"because": {"kind": "adjusted", "reason": "exchange"}, "amount": -1}]'::jsonb
            else '[]'::jsonb
          end,
          'taxClass', w.tax_class,
          'weight', w.weight
        )
        order by w.place
      ),
      '[]'::jsonb
    )
    from (
      select e.place, l.id as line, e.want ->> 'sku' as sku,
        greatest(1, coalesce(x.received, x.approved, x.quantity)) as units,
        e.is_variant,
        e.is_variant and e.amount < 0 as is_cheaper,
        e.amount,
        l.amount as bought,
        case when e.is_variant then greatest(0, l.amount + e.amount) else e.amount end as listed,
        coalesce(
          (
            select (q ->> 'amount')::bigint
              - case when o.quote ->> 'taxMode' = 'added' then (q ->> 'tax')::bigint else 0 end
            from jsonb_array_elements(r.quote -> 'lines') q
            where q ->> 'key' = l.sku
          ),
          0
        ) as paid,
        e.want ->> 'taxClass' as tax_class,
        (e.want ->> 'weight')::int as weight
      from (
        select place, want, (want ->> 'isVariant')::boolean as is_variant,
          (want ->> 'amount')::bigint as amount
        from jsonb_array_elements(r.exchange_terms -> 'wants') with ordinality as given(want, place)
      ) e
      join order_lines l on l.id = (e.want ->> 'line')::bigint
      join orders o on o.id = l.order_id
      join return_lines x on x.return_id = r.id and x.order_line_id = l.id
    ) w
  )
)
where r.exchange_terms is not null;
