import { cleanup, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderWithTexts } from '../../testing/render.tsx'
import { CommandProgress, type CommandView } from './CommandProgress.tsx'

const requestedAt = '2026-01-02T10:00:00.000Z'
const sentCommand: CommandView = {
  state: 'sent',
  error: null,
  code: null,
  timeout: 5000,
  retries: 3,
  attempt: 1,
  deadlineAt: null,
  requestedAt,
}
const silentCommand = { ...sentCommand, state: 'failed', error: 'communication_error' } as const

test.each<[string, CommandView | undefined]>([
  ['Sending', undefined],
  ['Sending', { ...sentCommand, state: 'queued' }],
  ['Waiting, 0 s of 5 s', sentCommand],
  ['Retry 2 of 3', { ...sentCommand, attempt: 3 }],
  ['Answered', { ...sentCommand, state: 'done' }],
  ['Answered in 4 s', { ...sentCommand, state: 'done', answeredAt: '2026-01-02T10:00:04.000Z' }],
  ['No answer after 3 retries', silentCommand],
  ['No answer', { ...silentCommand, retries: 0 }],
  ['Not delivered: unit offline', { ...sentCommand, state: 'failed', error: 'expired' }],
  [
    'Refused: the command is not enabled at the unit',
    { ...sentCommand, state: 'failed', error: 'refused', code: 'ERROR_COMMAND_NOT_ENABLED' },
  ],
  ['Refused: X17', { ...sentCommand, state: 'failed', error: 'refused', code: 'X17' }],
])('the progress shows "%s"', async (expectedText, command) => {
  await renderWithTexts(<CommandProgress command={command} />)
  expect(screen.getByRole('status').textContent?.replaceAll('\u00a0', ' ')).toBe(expectedText)
})

test('the progress shows its action only after a failure', async () => {
  await renderWithTexts(<CommandProgress command={sentCommand} action={<button type="button">Try again</button>} />)
  expect(screen.queryByRole('button')).toBeNull()
  cleanup()
  await renderWithTexts(<CommandProgress command={silentCommand} action={<button type="button">Try again</button>} />)
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})
