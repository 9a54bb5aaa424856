import { createHash } from 'node:crypto'
import type { ActionDeclaration } from '@vigilux/contract/kernel/action.ts'
import { idempotencyKeyPattern } from '@vigilux/contract/kernel/idempotency-key.ts'
import type { Caller } from './caller.ts'
import { claimKey, findAnswered, type IdempotentCall, saveAnswer } from './idempotency.store.ts'
import { fail } from './refusal.ts'
import { withoutSecrets } from './secret-output.ts'
import type { Tx } from './transaction.ts'

/** The call as its key identifies it; null for a read, without a key, and for a caller without an account. */
export const idempotentCall = (
  action: string,
  { effect }: ActionDeclaration,
  { key, caller }: { key?: unknown; caller: Caller },
  input: unknown,
): IdempotentCall | null => {
  if (key === undefined || effect === 'read') return null
  if (typeof key !== 'string' || !idempotencyKeyPattern.test(key))
    return fail('INVALID_INPUT', { fields: [{ path: 'key', code: 'invalid_format' }] })
  if (caller.kind !== 'user') return null
  const payloadHash = createHash('sha256').update(JSON.stringify(input)).digest('base64url')
  return { accountId: caller.userId, action, key, payloadHash }
}

const answerOf = (storedAnswer: { payloadHash: string; output: unknown }, call: IdempotentCall): { output: unknown } =>
  storedAnswer.payloadHash === call.payloadHash ? { output: storedAnswer.output } : fail('IDEMPOTENCY_KEY_REUSED')

/** The stored answer of an earlier call with the same key, or null. */
export const findEarlierAnswer = async (
  tx: Tx,
  call: IdempotentCall,
  now: Date,
): Promise<{ output: unknown } | null> => {
  const storedAnswer = await findAnswered(tx, call, now)
  return storedAnswer && answerOf(storedAnswer, call)
}

/** Runs a write once per key: a repetition returns the earlier answer without running it. */
export const runOnce = async (
  tx: Tx,
  { call, declaration, now }: { call: IdempotentCall | null; declaration: ActionDeclaration; now: Date },
  run: () => Promise<unknown>,
): Promise<unknown> => {
  if (call === null) return run()
  const storedAnswer = await claimKey(tx, call, now)
  if (storedAnswer) return answerOf(storedAnswer, call).output
  const output = await run()
  await saveAnswer(tx, call, withoutSecrets(output, declaration.secretOutput ?? []))
  return output
}
