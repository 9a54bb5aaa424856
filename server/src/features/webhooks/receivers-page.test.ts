import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lampErrors } from '@vigilux/contract/features/lamps/lamp.ts'
import { noticeKinds } from '@vigilux/contract/features/notices/notice.ts'
import { webhookRetryDelaysS } from '@vigilux/contract/features/webhooks/webhook.ts'
import { webhookBody, webhookEventNames } from '@vigilux/contract/features/webhooks/webhook-body.ts'
import { expect, it } from 'vitest'
import { signedHeaders } from './signing.ts'

/** The documentation for receivers matches the sent webhooks. */
const page = readFileSync(join(import.meta.dirname, '../../../../docs/protocol/webhooks.md'), 'utf8')
const [, example = ''] = page.split('To try your own')
const codeAfter = (before: string): string => example.split(before)[1]?.match(/`([^`]+)`/)?.[1] ?? ''

it('the example body matches the schema and has existing faults', () => {
  const [, json = ''] = page.match(/```json\n([\s\S]+?)```/) ?? []
  const body = webhookBody.parse(JSON.parse(json))
  expect(body.type === 'notice' && body.causes.flatMap(({ faults }) => faults)).toSatisfy((faults: string[]) =>
    faults.every((fault) => (lampErrors as readonly string[]).includes(fault)),
  )
})

it('the page lists every kind, event and retry delay', () => {
  for (const name of [...noticeKinds, ...webhookEventNames]) expect(page).toContain(`\`${name}\``)
  const documentedDelays = [10, 1 * 60, 5 * 60, 30 * 60, 2 * 3600, 6 * 3600, 12 * 3600]
  expect(webhookRetryDelaysS).toEqual(documentedDelays)
  expect(page).toContain('sent again 10 seconds, 1, 5 and 30 minutes, 2, 6 and 12 hours after')
})

it('the example has a valid signature', () => {
  const key = Buffer.from(codeAfter('with the secret').replace('whsec_', ''), 'base64')
  const at = new Date(Number(codeAfter('the timestamp')) * 1000)
  const headers = signedHeaders([key], { id: codeAfter(', the id'), at, body: codeAfter('and the body') })
  expect(codeAfter('the signature is')).toBe(headers['webhook-signature'])
})
