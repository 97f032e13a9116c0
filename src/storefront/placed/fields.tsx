import { z } from 'zod'
import { Island } from '#platform/server/pages/render.tsx'
import { dialRegions } from '#ui/forms/dial-codes.ts'
import { Dropdown, DropdownItem } from '#ui/forms/dropdown.tsx'
import { Field, FieldLabel } from '#ui/forms/field.tsx'
import { DialCodeSelect } from '#ui/forms/phone-field.tsx'
import { definePart } from './part.ts'
import { code, line, ownPath } from './props.ts'

/* Fields for forms of the shop, and links behind a button. A merchant's page has no form of its own. */

const types = ['text', 'email', 'tel', 'url', 'number', 'date', 'search'] as const

interface InputProps {
  name: string
  label: string
  type: (typeof types)[number]
  help: string
  value: string
  required: boolean
  most: number
}

export const fieldParts = {
  input: definePart<InputProps>({
    about: 'A field with its label and a word of help.',
    props: z.strictObject({
      name: code,
      label: line(120).min(1),
      type: z.enum(types).default('text'),
      help: line(300).default(''),
      value: line(300).default(''),
      required: z.boolean().default(false),
      most: z.int().min(1).max(2_000).default(200),
    }),
    styles: [],
    async load(_ctx, { name, label, type, help, value, required, most }, { k }) {
      return {
        element: (
          <Field
            id={`${k}-field`}
            name={name}
            label={label}
            type={type}
            defaultValue={value}
            required={required}
            maxLength={most}
            help={help === '' ? undefined : help}
          />
        ),
        tags: [],
      }
    },
  }),

  'input-password': definePart<{ name: string; label: string; help: string; isNew: boolean }>({
    about: 'A field for a password, which can be shown.',
    props: z.strictObject({
      name: code.default('password'),
      label: line(120).default(''),
      help: line(300).default(''),
      isNew: z.boolean().default(false),
    }),
    styles: ['account'],
    async load({ t }, { name, label, help, isNew }, { k, on }) {
      return {
        element: (
          <Island
            name="input-password"
            k={`${k}-password`}
            on={on}
            props={{
              id: `${k}-field`,
              name,
              label: label === '' ? t('auth.password') : label,
              help: help === '' ? null : help,
              error: null,
              autoComplete: isNew ? 'new-password' : 'current-password',
              required: false,
              showText: t('auth.password_show'),
              hideText: t('auth.password_hide'),
            }}
          />
        ),
        tags: [],
      }
    },
  }),

  'phone-code-select': definePart<{ name: string; region: string }>({
    about: 'The dial codes of all regions, one of them chosen.',
    props: z.strictObject({
      name: code.default('countryCode'),
      region: z
        .string()
        .regex(/^[A-Z]{2}$/, 'is no region')
        .default('HK'),
    }),
    styles: ['checkout', 'content'],
    async load({ t, lang }, { name, region }, { k }) {
      const regions = dialRegions(lang)
      const chosen = regions.find((one) => one.region === region)
      if (chosen === undefined) return null
      return {
        element: (
          // Beside a number it needs neither a label in sight nor a box: here it is a field by itself.
          <div className="field placed-dial">
            <FieldLabel id={`${k}-field`} label={t('address.country_code')} />
            <span className="field-box">
              {/* What happens in a slot wakes nobody. */}
              <Island name="phone-code-select" k={`${k}-code`} on="visible" props={{ code: chosen.code }}>
                <DialCodeSelect
                  id={`${k}-field`}
                  regions={regions}
                  label={t('address.country_code')}
                  name={name}
                  defaultValue={region}
                />
              </Island>
            </span>
          </div>
        ),
        tags: [],
      }
    },
  }),

  dropdown: definePart<{ text: string; links: { text: string; href: string }[] }>({
    about: 'Some links of the shop behind one button.',
    props: z.strictObject({
      text: line(80).min(1),
      links: z
        .array(z.strictObject({ text: line(120).min(1), href: ownPath }))
        .min(1)
        .max(24),
    }),
    styles: [],
    async load({ langPath }, { text, links }, { k }) {
      return {
        element: (
          <Dropdown id={`${k}-list`} text={text}>
            {links.map((link) => (
              <DropdownItem
                key={link.href}
                href={link.href === '/' ? langPath || '/' : `${langPath}${link.href}`}
              >
                {link.text}
              </DropdownItem>
            ))}
          </Dropdown>
        ),
        tags: [],
      }
    },
  }),
}
