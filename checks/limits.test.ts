import { actions } from '@vigilux/contract/actions.ts'
import { appConfigLimits } from '@vigilux/contract/features/accounts/account.ts'
import { attachmentLimits } from '@vigilux/contract/features/attachments/attachment.ts'
import type { ActionDeclaration } from '@vigilux/contract/kernel/action.ts'
import { expect, test } from 'vitest'
import {
  allowances,
  callDeadlines,
  channelLimits,
  fileCost,
  largestCallBytes,
  queueLimits,
  unsentBytes,
  uploadCost,
  uploadQueueLimits,
  uploadTimes,
} from '../server/src/kernel/limits.ts'
import { read } from './sources.ts'

/** docs/operations/limits.md says what the server does. */
const page = read('docs/operations/limits.md')

test.each(Object.entries(allowances))('the page has the allowance %s', (name, { perSecond, burst }) => {
  const row = page.split('\n').find((line) => line.startsWith(`| \`${name}\``))
  const cells = row?.split('|').map((cell) => cell.trim())
  expect(cells?.slice(3, 5)).toEqual([String(perSecond), String(burst)])
})

test('the page has the other numbers', () => {
  for (const words of [
    `${largestCallBytes / 1024} KiB`,
    `${channelLimits.backlogBytes / 1024 ** 2} MiB, and`,
    `closed with 4408 after ${channelLimits.patienceMs / 1000} s`,
    `${channelLimits.perAccount} / ${channelLimits.perAddress}`,
    `${unsentBytes / 1024 ** 2} MiB`,
    `${appConfigLimits.keys} keys and ${appConfigLimits.bytes / 1024} KiB`,
    `At most ${queueLimits.places} calls are under way at a time, ${queueLimits.placesPerCaller} of one caller`,
    `${queueLimits.waitingPerCaller} calls of one caller`,
    `without an answer after ${callDeadlines.abandonMs / 1000} s`,
    `until ${callDeadlines.unknownMs / 1000} s and is then`,
    `longer than ${queueLimits.longestWaitMs / 1000} s`,
    `is fetched ${fileCost}, one that is sent ${uploadCost}`,
    `${uploadQueueLimits.places}, ${uploadQueueLimits.placesPerCaller} of one caller; ${uploadQueueLimits.waitingPerCaller} of one caller and ${uploadQueueLimits.waitingInAll} in all`,
    `503 after ${uploadQueueLimits.longestWaitMs / 60_000} min`,
    `no pause over ${uploadTimes.stallMs / 1000} s, whole in ${uploadTimes.longestMs / 60_000} min`,
    `| ${attachmentLimits.files}, each of ${attachmentLimits.bytes / 1024 ** 2} MB`,
  ])
    expect(page).toContain(words)
})

test('no action costs more than its caller may ever have', () => {
  const declared = Object.entries(actions as Record<string, ActionDeclaration>)
  expect(declared.filter(([, { cost = 1 }]) => cost < 1 || cost > allowances.account.burst / 10)).toEqual([])
})
