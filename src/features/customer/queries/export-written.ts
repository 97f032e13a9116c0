import { sql } from 'kysely'

/* What a customer has written for others to read, as `export.ts` gives it: `c` is the customer. */

export const comments = sql`
  (
    select coalesce(
      json_agg(
        json_build_object(
          'article', e.slug, 'author', m.author,
          'content', m.content, 'state', m.state,
          'reason', m.reason, 'createdAt', m.created_at
        )
        order by m.id
      ),
      '[]'
    )
    from article_comments m
    join articles e on e.id = m.article_id
    where m.customer_id = c.id
  )`

export const articles = sql`
  (
    select coalesce(
      json_agg(
        json_build_object(
          'slug', w.slug, 'createdAt', w.created_at,
          'revisions',
          (
            select coalesce(
              json_agg(
                json_build_object(
                  'state', v.state, 'title', v.title,
                  'content', v.content, 'language', v.locale,
                  'reason', v.reason, 'writtenAt', v.written_at,
                  'pictures',
                  (
                    select coalesce(json_agg(p.key order by x.position), '[]')
                    from article_revision_pictures x
                    join pictures p on p.id = x.picture_id
                    where x.revision_id = v.id
                  )
                )
                order by v.id
              ),
              '[]'
            )
            from article_revisions v
            where v.customer_article_id = w.id
          )
        )
        order by w.id
      ),
      '[]'
    )
    from customer_articles w
    where w.customer_id = c.id
  )`

/* Parts of the export of a customer `c`, whose address is `own.email`: what it wrote about products. */

export const reviews = sql`
  (
    select coalesce(
      json_agg(
        json_build_object(
          'product', p.slug, 'order', o.number,
          'author', r.author, 'score', r.score,
          'title', r.title, 'content', r.content,
          'fit', r.fit, 'state', r.state,
          'createdAt', r.created_at, 'editedAt', r.edited_at,
          'pictures',
          (
            select coalesce(json_agg(i.key order by x.position), '[]')
            from review_pictures x
            join pictures i on i.id = x.picture_id
            where x.review_id = r.id
          )
        )
        order by r.id
      ),
      '[]'
    )
    from reviews r
    join order_lines l on l.id = r.order_line_id
    join orders o on o.id = l.order_id
    join products p on p.id = r.product_id
    where o.customer_id = c.id
  )`

export const questions = sql`
  (
    select coalesce(
      json_agg(
        json_build_object(
          'product', p.slug, 'author', q.author,
          'email', q.email, 'content', q.content,
          'state', q.state, 'createdAt', q.created_at
        )
        order by q.id
      ),
      '[]'
    )
    from questions q
    join products p on p.id = q.product_id
    where q.customer_id = c.id or lower(q.email) = own.email
  )`

export const answers = sql`
  (
    select coalesce(
      json_agg(
        json_build_object(
          'question', q.content, 'author', a.author,
          'content', a.content, 'state', a.state,
          'createdAt', a.created_at
        )
        order by a.id
      ),
      '[]'
    )
    from question_answers a
    join questions q on q.id = a.question_id
    join order_lines l on l.id = a.order_line_id
    join orders o on o.id = l.order_id
    where o.customer_id = c.id
  )`
