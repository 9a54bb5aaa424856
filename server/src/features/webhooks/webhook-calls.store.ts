import {
  maxUndeliveredCalls,
  type WebhookCall,
  type WebhookCallState,
  webhookCallStates,
} from '@vigilux/contract/features/webhooks/webhook.ts'
import { and, count, desc, eq, inArray, sql } from 'drizzle-orm'
import { deleteBatch } from '../../kernel/delete-batch.store.ts'
import { noticeCauseTable as cause } from '../../kernel/notice-causes.schema.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { centralUnitTable as unit } from '../../tables/central-units.schema.ts'
import { maxTries } from './retries.ts'
import { webhookCallTable as call, webhookTable as webhook } from './webhooks.schema.ts'

export type CallRow = typeof call.$inferSelect

/** Inserts a call; at most one per webhook and cause, and per key of a test. Returns whether it is new. */
export const insertCall = async (tx: Tx, row: typeof call.$inferInsert): Promise<boolean> => {
  const { rowCount } = await tx.insert(call).values(row).onConflictDoNothing()
  return (rowCount ?? 0) > 0
}

/** Bounds a webhook's undelivered calls: discards the oldest beyond the limit. */
export const discardExcess = async (tx: Tx, webhookId: string, at: Date): Promise<void> => {
  const excessCalls = tx
    .select({ id: call.id })
    .from(call)
    .where(and(eq(call.webhookId, webhookId), inArray(call.state, ['waiting', 'dead'])))
    .orderBy(desc(call.at), desc(call.id))
    .offset(maxUndeliveredCalls)
  await tx
    .update(call)
    .set({ state: 'discarded', stateAt: at, failure: 'tooMany', body: null })
    .where(inArray(call.id, excessCalls))
}

/** Turns waiting calls of a disabled webhook into dead letters, except test calls. Returns how many. */
export const abandonWaiting = async (tx: Tx, webhookId: string, at: Date): Promise<number> => {
  const { rowCount } = await tx
    .update(call)
    .set({ state: 'dead', stateAt: at, failure: 'off' })
    .where(and(eq(call.webhookId, webhookId), eq(call.state, 'waiting'), sql`${call.kind} <> 'test'`))
  return rowCount ?? 0
}

type DeadLetters = { webhookId: string; callId?: string | undefined }
const isDead = ({ webhookId, callId }: DeadLetters) =>
  and(eq(call.webhookId, webhookId), eq(call.state, 'dead'), callId ? eq(call.id, callId) : undefined)

/** Requeues dead letters from the first try; returns how many. */
export const resendDeadLetters = async (tx: Tx, deadLetters: DeadLetters, now: Date): Promise<number> => {
  const { rowCount } = await tx
    .update(call)
    .set({ state: 'waiting', stateAt: now, dueAt: now, tries: 0, failure: null, answer: null })
    .where(isDead(deadLetters))
  return rowCount ?? 0
}

export const discardDeadLetters = async (tx: Tx, deadLetters: DeadLetters, now: Date): Promise<number> => {
  const { rowCount } = await tx
    .update(call)
    .set({ state: 'discarded', stateAt: now, body: null })
    .where(isDead(deadLetters))
  return rowCount ?? 0
}

export const hasCall = async (tx: Tx, webhookId: string, callId: string): Promise<boolean> => {
  const found = and(eq(call.webhookId, webhookId), eq(call.id, callId))
  return (await tx.select({ id: call.id }).from(call).where(found)).length > 0
}

export const countCalls = async (tx: Tx, plantId: string): Promise<Record<WebhookCallState, number>> => {
  const rows = await tx
    .select({ state: call.state, calls: count() })
    .from(call)
    .innerJoin(webhook, eq(webhook.id, call.webhookId))
    .where(eq(webhook.plantId, plantId))
    .groupBy(call.state)
  const found = new Map(rows.map(({ state, calls }) => [state, calls]))
  const counts = webhookCallStates.map((state) => [state, found.get(state) ?? 0] as const)
  return Object.fromEntries(counts) as Record<WebhookCallState, number>
}

type CallQuery = { plantId: string; state?: WebhookCallState | undefined; page: number; pageSize: number }

/** The calls of a plant, newest first. */
export const listCalls = async (tx: Tx, { plantId, state, page, pageSize }: CallQuery): Promise<WebhookCall[]> => {
  const rows = await tx
    .select({
      id: call.id,
      webhookId: call.webhookId,
      kind: call.kind,
      at: call.at,
      causes: call.causes,
      unit: sql<string | null>`coalesce(nullif(${unit.description}, ''), ${unit.cuId})`,
      addr: cause.addr,
      state: call.state,
      stateAt: call.stateAt,
      dueAt: call.dueAt,
      tries: call.tries,
      failure: call.failure,
      answer: call.answer,
    })
    .from(call)
    .innerJoin(webhook, eq(webhook.id, call.webhookId))
    .leftJoin(cause, eq(cause.id, call.causeId))
    .leftJoin(unit, eq(unit.id, cause.centralUnitId))
    .where(and(eq(webhook.plantId, plantId), state ? eq(call.state, state) : undefined))
    .orderBy(desc(call.at), desc(call.id))
    .offset((page - 1) * pageSize)
    .limit(pageSize)
  return rows.map(({ at, stateAt, dueAt, ...row }) => ({
    ...row,
    at: at.toISOString(),
    triesAtMost: maxTries(row.kind),
    stateAt: (row.state === 'waiting' ? dueAt : stateAt).toISOString(),
  }))
}

export const deleteOldWebhookCalls = (tx: Tx, before: Date, limit: number): Promise<number> =>
  deleteBatch(tx, { table: call, key: call.id, which: sql`${call.at} < ${before}`, limit })
