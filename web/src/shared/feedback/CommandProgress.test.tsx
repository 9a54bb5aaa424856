import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { renderWithTexts } from '../../testing/render.tsx'
import { CommandProgress, type CommandView } from './CommandProgress.tsx'

afterEach(cleanup)

const requestedAt = '2026-01-02T10:00:00.000Z'
const sent: CommandView = {
  state: 'sent',
  error: null,
  code: null,
  timeout: 5000,
  retries: 3,
  attempt: 1,
  deadlineAt: null,
  requestedAt,
}
const silent = { ...sent, state: 'failed', error: 'communication_error' } as const

test.each<[string, CommandView | undefined]>([
  ['Sending', undefined],
  ['Sending', { ...sent, state: 'queued' }],
  ['Waiting, 0 s of 5 s', sent],
  ['Retry 2 of 3', { ...sent, attempt: 3 }],
  ['Answered', { ...sent, state: 'done' }],
  ['Answered in 4 s', { ...sent, state: 'done', answeredAt: '2026-01-02T10:00:04.000Z' }],
  ['No answer after 3 retries', silent],
  ['No answer', { ...silent, retries: 0 }],
  ['Not delivered: unit offline', { ...sent, state: 'failed', error: 'expired' }],
  [
    'Refused: the command is not enabled at the unit',
    { ...sent, state: 'failed', error: 'refused', code: 'ERROR_COMMAND_NOT_ENABLED' },
  ],
  ['Refused: X17', { ...sent, state: 'failed', error: 'refused', code: 'X17' }],
])('says "%s"', async (words, command) => {
  await renderWithTexts(<CommandProgress command={command} />)
  expect(screen.getByRole('status').textContent?.replaceAll('\u202F', ' ')).toBe(words)
})

test('offers the way on only once it has failed', async () => {
  await renderWithTexts(<CommandProgress command={sent} action={<button type="button">Try again</button>} />)
  expect(screen.queryByRole('button')).toBeNull()
  cleanup()
  await renderWithTexts(<CommandProgress command={silent} action={<button type="button">Try again</button>} />)
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})
