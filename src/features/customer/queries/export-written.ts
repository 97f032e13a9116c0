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
