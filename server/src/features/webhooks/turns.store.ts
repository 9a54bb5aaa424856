import type { WebhookFailure } from '@vigilux/contract/features/webhooks/webhook.ts'
import { and, asc, eq, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { countRows, earliest, type StoredGauge, secondsSince } from '../../kernel/stored-gauges.store.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { plantTable as plant } from '../../tables/plants.schema.ts'
import { computeNextTry } from './retries.ts'
import { abandonWaiting, type CallRow } from './webhook-calls.store.ts'
import { webhookCallTable as call, webhookTable as webhook } from './webhooks.schema.ts'
import { disableGone } from './webhooks.store.ts'

/** A node's lease on a webhook: until it expires, no other node calls the receiver. A killed node's lease runs out. */
export type Turn = { webhookId: string; sender: string }
const turnMs = 30_000

const isTurn = ({ webhookId, sender }: Turn) => and(eq(webhook.id, webhookId), eq(webhook.sender, sender))
const until = (now: Date): Date => new Date(now.getTime() + turnMs)

type TurnQuery = {
  sender: string
  now: Date
  /** Selects webhooks whose last call failed. */
  isFailing: boolean
  limit: number
}

/** SQL condition for a webhook with due calls and without another node's turn. */
const hasDueCalls = (now: Date): SQL => {
  const at = sql`${now.toISOString()}::timestamptz`
  return sql`${plant.removedAt} is null and ${plant.archivedAt} is null
    and (${webhook.sendingUntil} is null or ${webhook.sendingUntil} <= ${at})
    and exists (select from ${call} where ${call.webhookId} = ${webhook.id} and ${call.state} = 'waiting'
      and (${call.dueAt} <= ${at} or (${call.kind} <> 'test' and not (${webhook.on} and ${plant.notifications}))))`
}

const webhooks = sql`${webhook} join ${plant} on ${plant.id} = ${webhook.plantId}`

export const isAnyCallDue = (now: Date): SQL => sql`exists (select from ${webhooks} where ${hasDueCalls(now)})`

const waitingCalls = sql`${webhooks} join ${call} on ${call.webhookId} = ${webhook.id}`
const isWaiting = sql`${call.state} = 'waiting' and ${plant.removedAt} is null and ${plant.archivedAt} is null`

export const webhookGauges: readonly StoredGauge[] = [
  {
    name: 'vigilux_webhook_calls_waiting',
    help: 'Webhook calls that are neither answered nor given up, at most 10000',
    value: () => countRows(waitingCalls, isWaiting),
  },
  {
    name: 'vigilux_webhook_lag_seconds',
    help: 'Seconds since the longest overdue webhook call had to be tried',
    value: (now) => secondsSince(earliest(sql`${call.dueAt}`, waitingCalls, isWaiting), now),
  },
]

/**
 * Claims webhooks of plants in use with due calls, or with waiting calls although the webhook is off; longest since
 * their last turn first. Skips webhooks held by another node.
 */
export const claimTurns = async (tx: Tx, { sender, now, isFailing, limit }: TurnQuery): Promise<Turn[]> => {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select ${webhook.id} as id from ${webhooks}
    where (${webhook.failures} > 0) = ${isFailing} and ${hasDueCalls(now)}
    order by ${webhook.turnAt} nulls first limit ${limit} for no key update of ${webhook} skip locked`)
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return []
  await tx
    .update(webhook)
    .set({ sender, sendingUntil: until(now), turnAt: now })
    .where(inArray(webhook.id, ids))
  return ids.map((webhookId) => ({ webhookId, sender }))
}

export type DueCall = CallRow & { body: string; address: string; plantId: string } & Pick<
    typeof webhook.$inferSelect,
    'closedSecret' | 'earlierSecrets'
  >

/** The next call of a turn, and extends its lease; undefined when nothing is due. */
export const findNextCall = async (
  tx: Tx,
  senderTurn: Turn,
  now: Date,
): Promise<{ call: DueCall | undefined; givenUp: number; plantId: string } | undefined> => {
  const [row] = await tx
    .update(webhook)
    .set({ sendingUntil: until(now) })
    .where(isTurn(senderTurn))
    .returning()
  if (!row) return
  const { plantId, address, closedSecret, earlierSecrets } = row
  const isInUse = and(eq(plant.id, plantId), isNull(plant.removedAt), isNull(plant.archivedAt))
  const [plantState] = await tx.select({ on: plant.notifications }).from(plant).where(isInUse)
  if (!plantState) return
  const abandonedCount = row.on && plantState.on ? 0 : await abandonWaiting(tx, row.id, now)
  const [dueCall] = await tx
    .select()
    .from(call)
    .where(and(eq(call.webhookId, row.id), eq(call.state, 'waiting'), lte(call.dueAt, now)))
    .orderBy(asc(call.dueAt), asc(call.at), asc(call.id))
    .limit(1)
  return {
    givenUp: abandonedCount,
    plantId,
    call: dueCall && { ...dueCall, body: dueCall.body ?? '', address, closedSecret, earlierSecrets, plantId },
  }
}

export const endTurn = async (tx: Tx, senderTurn: Turn): Promise<void> => {
  await tx.update(webhook).set({ sender: null, sendingUntil: null }).where(isTurn(senderTurn))
}

/** Records a delivered call, even if the webhook was switched off meanwhile. */
export const markDelivered = async (tx: Tx, { id, webhookId }: DueCall, answer: string, at: Date): Promise<void> => {
  await tx.update(webhook).set({ failures: 0 }).where(eq(webhook.id, webhookId))
  await tx
    .update(call)
    .set({ state: 'taken', stateAt: at, tries: sql`${call.tries} + 1`, failure: null, answer, body: null })
    .where(and(eq(call.id, id), inArray(call.state, ['waiting', 'dead'])))
}

type CallFailure = { failure: WebhookFailure; answer: string | null; now: Date }

/** Records a failed call and its next try; a dead letter has none. Switches a webhook off when its receiver is gone. */
export const recordCallFailure = async (
  tx: Tx,
  dueCall: DueCall,
  { failure, answer, now }: CallFailure,
): Promise<void> => {
  const { id, webhookId, kind, tries } = dueCall
  await tx
    .update(webhook)
    .set({ failures: sql`${webhook.failures} + 1` })
    .where(eq(webhook.id, webhookId))
  const nextTry = computeNextTry(kind, tries + 1, failure, now)
  await tx
    .update(call)
    .set({
      tries: tries + 1,
      stateAt: now,
      failure,
      answer,
      ...(nextTry ? { dueAt: nextTry } : { state: 'dead' as const }),
    })
    .where(and(eq(call.id, id), eq(call.state, 'waiting'), eq(call.tries, tries)))
  if (failure !== 'gone') return
  await disableGone(tx, webhookId, now)
  await abandonWaiting(tx, webhookId, now)
}
