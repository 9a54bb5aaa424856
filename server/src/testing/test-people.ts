import { randomUUID } from 'node:crypto'
import { openAttempts } from '../adapters/identity/attempts.ts'
import { openCompanyProvider } from '../adapters/identity/company-provider.ts'
import { openIdentity } from '../adapters/identity/identity.ts'
import { openPasswords } from '../adapters/identity/passwords.ts'
import {
  accountTable,
  companyCipherPurpose,
  createAccountFlows,
  createCompanyFlows,
  findCaller,
  insertAccount,
  openChallenges,
  openMailedCodes,
  replacePasswordHash,
  sessionTable,
  userTable,
  verificationTable,
} from '../features/accounts/index.ts'
import type { User } from '../kernel/caller.ts'
import { openCipher } from '../kernel/cipher.ts'
import { failWith } from '../kernel/refusal.ts'
import type { AccountFlows, CompanySignInRefusal, FlowRefusal, FlowRequest } from '../ports/account-flows.ts'
import type { Cookies } from '../ports/identity.ts'
import { checkedFlows } from './checked-flows.ts'
import { quietLog } from './quiet-log.ts'
import type { TestServer } from './test-server.ts'

const publicUrl = 'http://localhost:8080'

export const testPassword = 'Aa1!aaaa'

type Flow = keyof AccountFlows

/** Result of a flow: its data, or the code and details of its refusal. */
export type FlowOutcome = { code: string | null; data: Record<string, unknown>; details?: unknown }

/** People in browsers, without HTTP: sign-in flows on the database of a test server. The clock is `Date`. */
export const openTestPeople = (server: TestServer) => {
  const { database, mails } = server
  const { db, pool } = database
  const secret = 'of these tests alone, and long enough for the library'
  const clock = { now: () => new Date() }
  const identity = openIdentity({
    codeMinutes: 10,
    passwords: openPasswords({ memory: 64, passes: 1, parallelism: 1 }),
    db,
    tables: { user: userTable, session: sessionTable, account: accountTable, verification: verificationTable },
    secret,
    publicUrl,
    mailCode: async (to, code) => void mails.push({ to, language: 'en', template: 'passwordReset', values: { code } }),
    replaceHash: (oldHash, newHash) => replacePasswordHash(db, oldHash, newHash),
  })
  const ended: string[] = []
  const secured: string[] = []
  const flowParts = (): Parameters<typeof createAccountFlows>[0] => ({
    identity,
    clock,
    db,
    attempts: openAttempts(pool, 'attempt'),
    isSecure: false,
    jobs: { enqueue: async () => true },
    security: { add: ({ kind }) => void secured.push(kind) },
    inTransaction: server.inTransaction,
    sessionsEnded: (userId) => void ended.push(userId),
    mail: server.ports.mail,
    cipher: openCipher(secret, 'second factors'),
    challenges: openChallenges(secret),
    mailedCodes: openMailedCodes(secret),
    codeMinutes: 10,
    publicUrl,
    companyProvider: openCompanyProvider({ publicUrl, log: quietLog() }),
    companyCipher: openCipher(secret, companyCipherPurpose),
  })
  const openNode = () => {
    const parts = flowParts()
    return { flows: checkedFlows(createAccountFlows(parts)), comeBack: createCompanyFlows(parts).comeBack }
  }
  const nodes = [openNode(), openNode()]
  let browsers = 0
  let hash: Promise<string> | undefined

  /** A browser with its cookies, which it also sends to the other node. */
  const browser = (address = `192.0.2.${1 + (browsers++ % 250)}`) => {
    const jar = new Map<string, string>()
    const headers = () => (jar.size > 0 ? { cookie: [...jar].map((one) => one.join('=')).join('; ') } : {})
    const runFlow = async (
      body: unknown,
      work: (
        request: FlowRequest<FlowRefusal<Flow> | CompanySignInRefusal>,
      ) => Promise<{ data?: unknown; cookies?: Cookies }>,
    ): Promise<FlowOutcome> => {
      try {
        const answer = await work({ body, headers: headers(), address, requestId: randomUUID(), fail: failWith() })
        for (const set of answer.cookies ?? []) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
          jar.set(name, value)
        }
        return { code: null, data: (answer.data ?? {}) as Record<string, unknown> }
      } catch (refusal) {
        const { code, details } = refusal as { code?: string; details?: unknown }
        if (!code) throw refusal
        return { code, data: {}, details }
      }
    }
    const nodeOf = (node: number) => nodes[node] as (typeof nodes)[number]
    const callFlow = (flow: Flow, body: object, node = 0): Promise<FlowOutcome> =>
      runFlow(body, nodeOf(node).flows[flow])
    return {
      jar,
      callFlow,
      /** Returns from a company's provider, with the query of the address. */
      comeBack: (query: string, node = 0): Promise<FlowOutcome> => runFlow(query, nodeOf(node).comeBack),
      /** The code of the refusal, or null. */
      refusal: async (flow: Flow, body: object, node = 0) => (await callFlow(flow, body, node)).code,
      session: () => identity.findSession(headers()),
      /** The same browser, as used by somebody with a copy of its cookies. */
      copy() {
        const other = browser(address)
        for (const [name, value] of jar) other.jar.set(name, value)
        return other
      },
    }
  }

  return {
    identity,
    browser,
    secret,
    /** Codes reported to the office. */
    secured,
    /** People whose sessions ended, as broadcast to other nodes. */
    ended,
    /** A person with a confirmed account, and a signed-in browser. */
    async person(options: { email?: string } = {}) {
      const email = options.email ?? `${randomUUID()}@vigilux.test`
      hash ??= identity.hashPassword(testPassword)
      const form = {
        ...({ usertype: 'client', kind: 'person', language: 'de' } as const),
        email,
        name: 'Ada',
        surname: 'Neri',
        phone: '',
        businessname: '',
        piva: '',
        address: { street: '', housenumber: '', prov: '', cap: '', city: '', country: '' },
        ...({ ageDeclared: true, termsAccepted: true } as const),
        marketing: false,
        profiling: false,
        thirdparts: false,
      }
      const accountDefaults = { passwordHash: await hash, at: clock.now(), confirmed: true }
      const userId = (await insertAccount(db, form, accountDefaults)) ?? ''
      const personBrowser = browser()
      await personBrowser.callFlow('sign-in', { email, password: testPassword })
      const session = await personBrowser.session()
      const user = await findCaller(db, userId, session?.sessionId ?? '')
      if (!user || !session) throw new Error('the person is not signed in')
      return { email, user, browser: personBrowser, signIn: { email, password: testPassword } }
    },
    mailsTo: (address: string) => mails.filter(({ to }) => to === address),
    /** Audit lines of an account, without sign-ins. */
    async auditOf({ userId, email }: User): Promise<string[]> {
      const { rows } = await pool.query(
        `select action, result from audit where plant_id is null and (user_name = $1 or user_id = $2) order by at, id`,
        [email, userId],
      )
      return (rows as { action: string; result: string }[]).map(({ action, result }) => `${action} ${result}`)
    },
  }
}
