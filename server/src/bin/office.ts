import type { Database } from '../adapters/database/open-database.ts'
import { openJobs } from '../adapters/jobs/open-jobs.ts'
import { productQueues } from '../composition/queues.ts'
import { linkConfig } from '../config/config.ts'
import {
  addOffice,
  inviteOffice,
  type LinkParts,
  listOffices,
  type OfficeAccount,
  type PasswordLink,
  removeOffice,
} from '../features/accounts/index.ts'
import { createMailOutbox } from '../features/mails/index.ts'
import { Refusal } from '../kernel/refusal.ts'
import type { Jobs } from '../ports/jobs.ts'
import type { ProductJobs } from '../ports/ports.ts'
import { type OfficeOrder, readOfficeOrder } from './office-options.ts'
import { log, print, withDatabase } from './operator.ts'

/** Command of docs/operations/office.md: adds, invites, lists and removes office accounts. */

const complain = (text: string, code: number): void => {
  process.stderr.write(`${text}\n`)
  process.exitCode = code
}

const minuteText = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** Reasons of {@link Refusal} with the code NOT_ALLOWED. */
const reasons: Record<string, string> = {
  notOffice: 'is not an office account',
  hasPassword: 'has a password already: a person who forgot it sets a new one on the sign-in page',
  lastOffice: 'is the last account of the national office: add another first, or use --last',
}

const wordsOf = ({ code, details }: Refusal): string => {
  const {
    reason = '',
    company,
    plants = [],
  } = (details ?? {}) as {
    reason?: string
    company?: string
    plants?: { plantname: string }[]
  }
  if (code === 'UsernameExistsException') return 'has an account already; nothing was changed'
  if (code === 'UserNotFoundException') return 'has no account'
  if (code === 'COMPANY_SIGN_IN_ONLY') return `could not sign in: passwords are off for the people of ${company}`
  if (code === 'MUST_HAND_OVER') {
    const plantNames = plants.map(({ plantname }) => plantname).join(', ')
    return `is the last administrator or owner of ${plantNames}: hand over first`
  }
  return reasons[reason] ?? code
}

const withJobs = async <T>(database: Database, work: (jobs: Jobs<ProductJobs>) => Promise<T>): Promise<T> => {
  const jobs = await openJobs<ProductJobs>({ database, log, queues: productQueues })
  try {
    return await work(jobs)
  } finally {
    await jobs.stop()
  }
}

/** Creates a link and says where it went. */
const handOut = async (
  database: Database,
  { email, printLink }: { email: string; printLink: boolean },
  create: (parts: LinkParts) => Promise<PasswordLink>,
): Promise<void> => {
  const { publicUrl, sendsMails } = linkConfig(process.env)
  const now = new Date()
  const parts = { db: database.db, now, publicUrl }
  const mails = sendsMails && !printLink
  const link = await (mails
    ? withJobs(database, (jobs) => create({ ...parts, mail: createMailOutbox(jobs, { now: () => now }) }))
    : create({ ...parts, mail: null }))
  const validity = `It works once, within ${link.hours} hours, until ${minuteText(link.expiresAt)}.`
  if (mails) return print(`The server mails ${email} a link to set the password. ${validity}`)
  print(`Give this link to the person with the address ${email}, to set the password. ${validity}`)
  print(link.url)
}

const areasText = ({ areas }: OfficeAccount): string =>
  areas.map(({ country, prov }) => (prov === '' ? country : `${country}:${prov}`)).join(', ')

const stateText = ({ hasPassword, linkUntil }: OfficeAccount): string => {
  if (hasPassword) return 'has a password'
  return linkUntil ? `link valid until ${minuteText(linkUntil)}` : 'no password and no valid link: invite again'
}

const addressOf = (order: OfficeOrder): string => {
  if (order.order === 'list') return ''
  return order.order === 'add' ? order.account.email : order.email
}

const run = async (database: Database, order: OfficeOrder): Promise<void> => {
  const { db } = database
  if (order.order === 'add') {
    const { account, printLink } = order
    const { area: areas, ...person } = account
    await handOut(database, { email: person.email, printLink }, (parts) => addOffice(parts, { ...person, areas }))
  } else if (order.order === 'invite') {
    await handOut(database, order, (parts) => inviteOffice(parts, order.email))
  } else if (order.order === 'remove') {
    await withJobs(database, (jobs) => removeOffice({ db, now: new Date(), jobs }, order))
    print(`${order.email} was removed: the account cannot sign in, and its sessions have ended`)
  } else
    for (const office of await listOffices(db, new Date())) {
      const scope = [office.scope, areasText(office)].filter(Boolean).join(' ')
      print(order.json ? JSON.stringify(office) : [office.email, office.name, scope, stateText(office)].join('  '))
    }
}

const order = readOfficeOrder(process.argv.slice(2))
if ('problems' in order) complain(order.problems.join('\n'), 2)
else
  await withDatabase(async (database) => {
    try {
      await run(database, order)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      complain(`${addressOf(order)} ${wordsOf(error)}`, 1)
    }
  })
