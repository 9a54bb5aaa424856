import type { BackgroundParts } from '../../kernel/background.ts'
import type { TaskFactory } from '../../kernel/task.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Ports } from '../../ports/ports.ts'
import { claimNearTokenEnds, type NearTokenEnd } from './near-token-ends.store.ts'

const noticeIntervalMs = 600_000
const batchSize = 50

const mailNearEnd = (tx: Tx, { mail, settings }: Ports, nearEnd: NearTokenEnd): Promise<string> => {
  const { name: token, makerId, expiresAt, email: to, language, plant } = nearEnd
  const values = { token, expires: expiresAt.toISOString() }
  const page = plant ? `/plantgeneral/${plant.id}?tab=programs` : `/userprofile/${makerId}/tokens`
  const url = `${settings.publicUrl}/#${page}`
  return plant
    ? mail.send(tx, {
        to,
        language,
        template: 'plantTokenEnds',
        values: { ...values, plant: plant.name, zone: plant.zone, url },
      })
    : mail.send(tx, { to, language, template: 'tokenEnds', values: { ...values, url } })
}

/** Mails of near ends; a mail and its mark share one transaction, so two nodes send it once. */
const mailNearEnds = ({ ports, inTransaction }: Pick<BackgroundParts, 'ports' | 'inTransaction'>): Promise<number> =>
  inTransaction(async ({ tx }) => {
    const nearEnds = await claimNearTokenEnds(tx, ports.clock.now(), batchSize)
    for (const nearEnd of nearEnds) await mailNearEnd(tx, ports, nearEnd)
    return nearEnds.length
  })

/** Suspended makers are notified once they are active again, which no condition on tokens alone knows. */
export const tokenEndNoticeTask: TaskFactory = (parts) => ({
  name: 'remind of ending access tokens',
  everyMs: noticeIntervalMs,
  turn: async () => (await mailNearEnds(parts)) === batchSize,
})
