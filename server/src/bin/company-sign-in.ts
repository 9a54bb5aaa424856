import { parseArgs } from 'node:util'
import { selfServiceUserTypes } from '@vigilux/contract/features/accounts/account.ts'
import { z } from 'zod'
import { isSafeIssuer, openCompanyProvider } from '../adapters/identity/company-provider.ts'
import { installedSecret } from '../config/secrets.ts'
import {
  companyCipherPurpose,
  deleteCompanyPerson,
  listCompanies,
  listOfficeIn,
  removeCompany,
  saveCompany,
} from '../features/accounts/index.ts'
import { openCipher } from '../kernel/cipher.ts'
import { sqlStateOf, sqlStates } from '../kernel/sql-state.ts'
import type { Tx } from '../kernel/transaction.ts'
import { log, print, withDatabase } from './operator.ts'

/** Command of docs/operations/company-sign-in.md: connects companies whose people sign in at their own provider. */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    domain: { type: 'string', multiple: true, default: [] },
    issuer: { type: 'string', default: '' },
    'client-id': { type: 'string', default: '' },
    profile: { type: 'string', default: '' },
    'passwords-off': { type: 'boolean', default: false },
    'verified-claim': { type: 'string', default: 'email_verified' },
    'name-claim': { type: 'string', default: 'given_name' },
    'surname-claim': { type: 'string', default: 'family_name' },
    json: { type: 'boolean', default: false },
  },
})
const [order = '', orderedName = ''] = positionals

const claim = z.string().regex(/^[\w.:/-]{1,200}$/, { error: 'is not the name of a claim' })
const connection = z.object({
  name: z.string().trim().min(1, { error: 'is required: connect "Rossi SpA" …' }).max(120),
  domains: z
    .array(z.string().toLowerCase().regex(z.regexes.domain, { error: 'is not a domain' }).max(253))
    .min(1, { error: 'is required' })
    .max(50),
  issuer: z.string().max(500).refine(isSafeIssuer, { error: 'must be an https address' }),
  clientId: z.string().min(1, { error: 'is required' }).max(500),
  secret: z.string().min(1, { error: 'must be in the environment variable CLIENT_SECRET' }).max(2_000),
  usertype: z.enum(selfServiceUserTypes, { error: `must be one of ${selfServiceUserTypes.join(', ')}` }),
  verifiedClaim: claim,
  nameClaim: claim,
  surnameClaim: claim,
})
/** Names of the settings on the command line. */
const options: Record<string, string> = {
  name: 'The name',
  domains: '--domain',
  clientId: '--client-id',
  secret: 'The secret',
  usertype: '--profile',
  verifiedClaim: '--verified-claim',
  nameClaim: '--name-claim',
  surnameClaim: '--surname-claim',
}

const complain = (text: string, code = 1): void => {
  process.stderr.write(`${text}\n`)
  process.exitCode = code
}

const readConnection = () => {
  const read = connection.safeParse({
    name: orderedName,
    domains: values.domain,
    issuer: values.issuer,
    clientId: values['client-id'],
    secret: process.env.CLIENT_SECRET ?? '',
    usertype: values.profile,
    verifiedClaim: values['verified-claim'],
    nameClaim: values['name-claim'],
    surnameClaim: values['surname-claim'],
  })
  if (read.success) return read.data
  const lines = read.error.issues.map(({ path: [field], message }) => {
    const place = String(field)
    return `  ${options[place] ?? `--${place}`} ${message}`
  })
  complain(`This cannot be connected:\n${lines.join('\n')}`, 2)
  return null
}

/** Office addresses in the domains: offices have no company, so without passwords they could not sign in. */
const officeLockedOut = async (tx: Tx, domains: readonly string[]): Promise<string[]> =>
  values['passwords-off'] ? (await Promise.all(domains.map((domain) => listOfficeIn(tx, domain)))).flat() : []

const connect = async (tx: Tx): Promise<void> => {
  const connection = readConnection()
  if (!connection) return
  const { secret, domains, ...company } = connection
  const office = await officeLockedOut(tx, domains)
  if (office.length > 0) return complain(`Passwords stay on: the office signs in as ${office.join(', ')}`)
  const clientSecret = openCipher(installedSecret(process.env, 'AUTH_SECRET'), companyCipherPurpose).close(
    Buffer.from(secret),
  )
  const provider = openCompanyProvider({ publicUrl: process.env.PUBLIC_URL ?? 'http://localhost', log })
  const client = { issuer: company.issuer, clientId: company.clientId, clientSecret: secret }
  if ((await provider.begin(client, '')) === 'away')
    return complain(`No usable sign-in service answers at ${company.issuer}`)
  const row = { ...company, clientSecret, passwords: !values['passwords-off'], connectedAt: new Date() }
  try {
    const { forgotten } = await tx.transaction((savepoint) => saveCompany(savepoint, row, domains))
    print(`${company.name} is connected: ${domains.join(', ')}`)
    if (forgotten > 0) print(`${forgotten} people will be found anew by their address`)
  } catch (error) {
    if (sqlStateOf(error) !== sqlStates.uniqueViolation) throw error
    complain('One of the domains is connected to another company')
  }
}

const orders: Record<string, (tx: Tx) => Promise<void>> = {
  connect,
  async list(tx) {
    for (const { clientSecret: _, ...one } of await listCompanies(tx)) {
      const passwords = one.passwords ? 'passwords on' : 'passwords off'
      const line = [one.name, one.domains.join(', '), one.usertype, passwords, one.issuer].join('  ')
      print(values.json ? JSON.stringify(one) : line)
    }
  },
  async disconnect(tx) {
    if (await removeCompany(tx, orderedName)) print(`${orderedName} is not connected any more`)
    else complain(`Company ${orderedName} does not exist`)
  },
  async forget(tx) {
    if (await deleteCompanyPerson(tx, orderedName.toLowerCase()))
      print(`${orderedName} is nobody of a company any more`)
    else complain(`${orderedName} is nobody of a company`)
  },
}

const work = orders[order]
if (work) await withDatabase(({ db }) => work(db))
else complain('Say what to do: connect NAME …, list, disconnect NAME or forget ADDRESS', 2)
