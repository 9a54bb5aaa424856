import type { NoticeKind } from '@vigilux/contract/features/notices/notice.ts'
import { maxPreviousSecrets, secretOverlapH, type WebhookDraft } from '@vigilux/contract/features/webhooks/webhook.ts'
import { and, arrayContains, asc, count, eq, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { webhookTable as webhook } from './webhooks.schema.ts'

export type WebhookRow = typeof webhook.$inferSelect

type WebhookRef = { plantId: string; webhookId: string }
const isNamed = ({ plantId, webhookId }: WebhookRef) => and(eq(webhook.plantId, plantId), eq(webhook.id, webhookId))

export const listWebhooks = (tx: Tx, plantId: string): Promise<WebhookRow[]> =>
  tx.select().from(webhook).where(eq(webhook.plantId, plantId)).orderBy(asc(webhook.madeAt), asc(webhook.id))

export const countWebhooks = async (tx: Tx, plantId: string): Promise<number> => {
  const [row] = await tx.select({ webhooks: count() }).from(webhook).where(eq(webhook.plantId, plantId))
  return row?.webhooks ?? 0
}

/** A webhook, locked against removal, with its plant's name. */
export const findWebhook = async (
  tx: Tx,
  webhookRef: WebhookRef,
): Promise<(WebhookRow & { plant: string }) | undefined> => {
  const [row] = await tx
    .select({ webhook, plant: plantTable.plantname })
    .from(webhook)
    .innerJoin(plantTable, eq(plantTable.id, webhook.plantId))
    .where(isNamed(webhookRef))
    .for('key share', { of: webhook })
  return row && { ...row.webhook, plant: row.plant }
}

/** A plant's webhooks for a kind, locked against removal, where the plant is in use and has notices on. */
export const listWebhooksForKind = (tx: Tx, plantId: string, kind: NoticeKind) =>
  tx
    .select({ id: webhook.id, plant: plantTable.plantname })
    .from(webhook)
    .innerJoin(plantTable, eq(plantTable.id, webhook.plantId))
    .where(
      and(
        eq(webhook.plantId, plantId),
        eq(webhook.on, true),
        arrayContains(webhook.kinds, [kind]),
        eq(plantTable.notifications, true),
        isNull(plantTable.removedAt),
        isNull(plantTable.archivedAt),
      ),
    )
    .for('key share', { of: webhook })

export const insertWebhook = async (tx: Tx, row: typeof webhook.$inferInsert): Promise<WebhookRow> => {
  const [inserted] = await tx.insert(webhook).values(row).returning()
  if (!inserted) throw new Error('a webhook could not be saved')
  return inserted
}

const hourMs = 3_600_000

/** Replaces a webhook's secret; a limited number of previous ones also sign until they expire. */
export const replaceSecret = async (
  tx: Tx,
  webhookRef: WebhookRef,
  closedSecret: string,
  now: Date,
): Promise<WebhookRow | undefined> => {
  const until = new Date(now.getTime() + secretOverlapH * hourMs).toISOString()
  const earlier = sql`jsonb_build_array(jsonb_build_object('closed', ${webhook.closedSecret}, 'until', ${until}::text)) || coalesce((
    select jsonb_agg(one order by n) from jsonb_array_elements(${webhook.earlierSecrets}) with ordinality as before (one, n)
    where n < ${maxPreviousSecrets} and (one ->> 'until')::timestamptz > ${now.toISOString()}::timestamptz), '[]')`
  const [row] = await tx
    .update(webhook)
    .set({ closedSecret, earlierSecrets: earlier })
    .where(isNamed(webhookRef))
    .returning()
  return row
}

/** Saves if the version matches; undefined after a concurrent change. Enabling clears the mark "gone". */
export const saveWebhookIfVersion = async (
  tx: Tx,
  { version, ...webhookRef }: WebhookRef & { version: number },
  draft: WebhookDraft,
): Promise<WebhookRow | undefined> => {
  const [row] = await tx
    .update(webhook)
    .set({ ...draft, version: sql`${webhook.version} + 1`, failures: 0, ...(draft.on && { goneAt: null }) })
    .where(and(isNamed(webhookRef), eq(webhook.version, version)))
    .returning()
  return row
}

/** Switches off a webhook whose receiver is gone. */
export const disableGone = async (tx: Tx, webhookId: string, at: Date): Promise<void> => {
  await tx
    .update(webhook)
    .set({ on: false, goneAt: at, version: sql`${webhook.version} + 1` })
    .where(eq(webhook.id, webhookId))
}

export const deleteWebhook = async (tx: Tx, webhookRef: WebhookRef): Promise<WebhookRow | undefined> => {
  const [row] = await tx.delete(webhook).where(isNamed(webhookRef)).returning()
  return row
}
