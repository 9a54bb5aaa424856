import { parseArgs } from 'node:util'
import { email, personName } from '@vigilux/contract/features/accounts/account.ts'
import { countryCodes } from '@vigilux/contract/kernel/countries.ts'
import { adminScopes } from '@vigilux/contract/kernel/permissions.ts'
import { languages, optionalText } from '@vigilux/contract/kernel/primitives.ts'
import { z } from 'zod'
import type { OfficeArea } from '../features/accounts/index.ts'

/** Words for the codes with which the product's forms refuse a value. */
const words: Record<string, string> = {
  email: 'is not an e-mail address',
  cannot_be_empty: 'is required',
  too_long: 'is too long',
  special_characters: 'may contain only letters, spaces, hyphens and apostrophes',
}

const options = {
  scope: { type: 'string', default: '' },
  area: { type: 'string', multiple: true, default: [] as string[] },
  name: { type: 'string', default: '' },
  surname: { type: 'string', default: '' },
  language: { type: 'string', default: 'en' },
  'print-link': { type: 'boolean', default: false },
  last: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const
/** Options of each order. */
const allowedOptions: Record<string, readonly (keyof typeof options)[]> = {
  add: ['scope', 'area', 'name', 'surname', 'language', 'print-link'],
  invite: ['print-link'],
  remove: ['last'],
  list: ['json'],
}

/** A country or a province of it, as plants store them: `IT` or `IT:BZ`. */
const area = z.string().transform((typed, context): OfficeArea => {
  const [country = '', ...parts] = typed.split(':')
  const prov = optionalText(40).safeParse(parts.join(':'))
  const isComplete = parts.length === 0 || prov.data !== ''
  if (countryCodes.includes(country.toUpperCase()) && prov.success && isComplete)
    return { country: country.toUpperCase(), prov: prov.data }
  context.addIssue({
    code: 'custom',
    message: `${typed} is neither a country, such as IT, nor a province, such as IT:BZ`,
  })
  return z.NEVER
})

const addressForm = z.object({ email })
const accountForm = addressForm.extend({
  scope: z.enum(adminScopes, { error: `must be ${adminScopes.join(' or ')}` }),
  area: z.array(area),
  name: personName,
  surname: personName,
  language: z.enum(languages, { error: `must be one of ${languages.join(', ')}` }),
})

export type OfficeOrder =
  | { order: 'add'; account: z.output<typeof accountForm>; printLink: boolean }
  | { order: 'invite'; email: string; printLink: boolean }
  | { order: 'remove'; email: string; allowLast: boolean }
  | { order: 'list'; json: boolean }

const usage = 'Say what to do: add ADDRESS …, invite ADDRESS, remove ADDRESS or list'

/** The first problem of each value. */
const problemsOf = (error: z.ZodError | undefined): string[] => {
  const problems = new Map<string, string>()
  for (const { path, message } of error?.issues ?? []) {
    const place = path[0] === 'email' ? 'The address' : `--${String(path[0])}`
    if (!problems.has(path.join())) problems.set(path.join(), `${place} ${words[message] ?? message}`)
  }
  return [...problems.values()]
}

/** An area narrows a business area alone; without one it would see no plant. */
const areaProblems = ({ scope, area: areas }: { scope: string; area: readonly string[] }): string[] => {
  if (scope === 'ba' && areas.length === 0) return ['--area is required for the scope ba']
  return scope === 'nto' && areas.length > 0 ? ['--area is for the scope ba only'] : []
}

const parse = (args: readonly string[]) => {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, tokens: true, options })
  } catch (error) {
    return [(error as Error).message]
  }
}

/** The order on the command line, or its problems, one a line. */
export const readOfficeOrder = (args: readonly string[]): OfficeOrder | { problems: string[] } => {
  const parsed = parse(args)
  if (Array.isArray(parsed)) return { problems: parsed }
  const { values, positionals, tokens } = parsed
  const [order = '', typed = '', ...rest] = positionals
  const allowed = allowedOptions[order]
  if (!allowed || rest.length > 0 || (order === 'list' && typed !== '')) return { problems: [usage] }
  const needless = tokens.flatMap((token) =>
    token.kind === 'option' && !allowed.some((name) => name === token.name) ? [token.name] : [],
  )
  const problems = needless.map((name) => `--${name} is not an option of ${order}`)
  if (order === 'list') return problems.length > 0 ? { problems } : { order, json: values.json }
  if (order === 'add') {
    const account = accountForm.safeParse({ ...values, email: typed })
    problems.push(...problemsOf(account.error), ...areaProblems(values))
    return account.success && problems.length === 0
      ? { order, account: account.data, printLink: values['print-link'] }
      : { problems }
  }
  const address = addressForm.safeParse({ email: typed })
  problems.push(...problemsOf(address.error))
  if (!address.success || problems.length > 0) return { problems }
  const { email } = address.data
  return order === 'remove'
    ? { order, email, allowLast: values.last }
    : { order: 'invite', email, printLink: values['print-link'] }
}
