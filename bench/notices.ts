import { setImmediate as nextTurn } from 'node:timers/promises'
import { pollUntil } from '../e2e/support/api-client.ts'
import { type RunningProduct, startProduct } from '../e2e/support/running-product.ts'
import { smtpTransport } from '../server/src/adapters/mail/smtp-transport.ts'
import { noticeTask, timeCauseTask } from '../server/src/features/notices/index.ts'
import { openMailServer } from '../server/src/testing/mail-server.ts'
import { quietLog } from '../server/src/testing/quiet-log.ts'
import { takeTurn } from '../server/src/testing/take-turn.ts'
import { type Figure, figureOf, measureThrice } from './measure.ts'

/** Plants with a simultaneous fault, each with one member, and the plants of a large installation. */
const affectedPlants = 1_000
const all = 50_000
/** Concurrent mails, as in the product. */
const callsAtOnce = 5

type MailServer = Awaited<ReturnType<typeof openMailServer>>

const seconds = async (work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now()
  await work()
  return (performance.now() - startedAt) / 1_000
}

/** Plants with a unit each, connected or silent below the threshold. Without stats, because nobody views them. */
const addPlants = async (product: RunningProduct, from: number, to: number): Promise<void> => {
  const { pool } = product.product().database
  const range = `generate_series(${from}, ${to}) as n`
  await pool.query(`begin;
    set local session_replication_role = replica;
    insert into plant (plantname, plant_type, country, housenumber, city, street, prov, cap, timezone, search_text, created_by, created_at, owner)
      select 'Bench ' || n, 'basic', 'IT', '1', 'City', 'Street', '', '', 'Europe/Rome', 'bench ' || n, gen_random_uuid(),
        now() - interval '1 year', '{"name":"Owner","email":"","phone":"","piva":""}' from ${range};
    insert into central_unit (plant_id, unit, cu_type, cu_id, acquired, added_at)
      select id, 'logica_' || plantname, 'logica', plantname, true, created_at from plant join ${range} on plantname = 'Bench ' || n;
    insert into unit_link (unit, online, boot, since, last_seen)
      select 'logica_Bench ' || n, n % 20 > 0, 1, now() - interval '1 day', now() - interval '1 minute' * (n % 200) from ${range};
    commit`)
  for (const table of ['plant', 'central_unit', 'unit_link']) await pool.query(`analyze ${table}`)
}

/** Seconds from gathered faults in all of these plants until the mail server has the last mail. */
const measureFaultNotices = async (product: RunningProduct, mailServer: MailServer, name: string): Promise<number> => {
  const { pool } = product.product().database
  mailServer.acceptedMails.length = 0
  const gatherS = await seconds(async () => {
    await pool.query(
      `insert into notice_cause (plant_id, kind, what, once, at, central_unit_id, faults)
       select plant_id, 'functionError', 'unitFault', $1, now() - interval '20 seconds', id, '{battery}' from central_unit
       where cu_id like 'Bench %' order by cu_id limit ${affectedPlants}`,
      [name],
    )
    while (mailServer.acceptedMails.length < affectedPlants) await nextTurn()
  })
  const undelivered = `select count(*) from notice_delivery where state in ('waiting', 'handed')`
  const isDelivered = async () => Number((await pool.query(undelivered)).rows[0]?.count) === 0
  await pollUntil('what came back to be kept', isDelivered, 60_000)
  const ids = mailServer.acceptedMails.map(({ source }) => /^Message-ID: (\S+)/im.exec(source)?.[1])
  if (ids.length !== affectedPlants || new Set(ids).size !== affectedPlants)
    throw new Error(`${ids.length} mails for ${affectedPlants} plants`)
  return gatherS
}

/** The same number of similar mails, sent by the library alone. */
const sendPlainMails = (mailServer: MailServer, text: string): Promise<number> => {
  const transport = smtpTransport(mailServer.url, 'bench@vigilux.test')
  let remaining = affectedPlants
  const lane = async () => {
    while (remaining-- > 0) {
      const mail = {
        id: `bare-${remaining}`,
        to: 'reader@vigilux.test',
        subject: 'Bench',
        text,
        html: `<p>${text}</p>`,
      }
      await transport.send({ ...mail, attachments: [], unsubscribeUrl: undefined })
    }
  }
  return seconds(() => Promise.all(Array.from({ length: callsAtOnce }, lane)))
}

/** Time to notify a thousand plants of a fault, next to bare SMTP; and one look for causes in 50,000 plants. */
export const benchNotices = async (): Promise<Figure[]> => {
  const mailServer = await openMailServer()
  const product = await startProduct({ units: [], smtpUrl: mailServer.url, uncheckedAnswers: true })
  try {
    const { ports, inTransaction, database } = product.product()
    const { pool } = database
    await addPlants(product, 1, affectedPlants)
    await pool.query(`insert into plant_member (plant_id, user_id, role, since)
      select plant.id, person.id, 'installerAdministrator', now() from plant cross join "user" as person
      where plantname like 'Bench %' and person.email = 'installer@demo.vigilux.test'`)
    let round = 0
    const faultNotices = await measureThrice(() => measureFaultNotices(product, mailServer, `bench ${round++}`), true)
    const text = mailServer.acceptedMails[0]?.source.slice(0, 1_500) ?? ''
    const plainMails = await measureThrice(() => sendPlainMails(mailServer, text), true)
    await addPlants(product, affectedPlants + 1, all)
    const parts = { ports, db: database.db, inTransaction, log: quietLog() }
    const processCauses = async () => {
      await takeTurn(timeCauseTask, parts)
      await takeTurn(noticeTask, parts)
    }
    const frequentRounds = await measureThrice(() => seconds(processCauses), true)
    const rareRounds = await measureThrice(async () => {
      await pool.query(`update notice_round set until = now() - interval '11 minutes' where name = 'slow round'`)
      return seconds(processCauses)
    }, true)
    const countMs = await measureThrice(() => seconds(() => pool.query('select count(last_seen) from unit_link')), true)
    const ms = (values: readonly number[]) => values.map((value) => value * 1_000)
    const rows = { values: ms(countMs), what: 'their rows counted' }
    return [
      figureOf(`a fault in ${affectedPlants} plants at once: gathered to the last mail taken`, 's', faultNotices, {
        values: plainMails,
        what: `bare SMTP, ${callsAtOnce} at a time`,
      }),
      figureOf(`a look for silent units, of ${all} plants`, 'ms', ms(frequentRounds), rows),
      figureOf(`the look of every ten minutes, of ${all} plants`, 'ms', ms(rareRounds), rows),
    ]
  } finally {
    await product.stop()
    await mailServer.close()
  }
}
