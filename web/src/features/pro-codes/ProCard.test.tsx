import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { recordServerTime } from '../../shared/plant/server-clock.ts'
import { plantWith, refusal, renderInPlant } from '../../testing/plant.tsx'
import { ProCard } from './ProCard.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  recordServerTime(new Date().toISOString())
})

const code = '4532015112830366'
const expiry = '2029-03-14T23:00:00.000Z'
const runningExpiry = '2027-03-14T23:00:00.000Z'
type Asked = { action: string; confirmed?: string; code?: string }

const codes = [
  { last4: '4471', months: 24, kind: 'key', usedAt: '2025-03-15T10:00:00.000Z', usedBy: 'Ada', expiry: runningExpiry },
]

const open = async (answerCode: (call: Asked) => unknown, plant: object = {}) => {
  recordServerTime('2026-11-20T12:00:00Z')
  const details = plantWith({ plant: { tier: 'pro', pro_expiry: runningExpiry, ...plant } })
  const answers = (call: Asked) => {
    if (call.action === 'getProCodes') return { codes }
    return call.action === 'abilitaPro'
      ? answerCode(call)
      : { user: { support: { email: 'help@operator.test', phone: null } } }
  }
  const page = await renderInPlant(<ProCard plant={details.plant} />, details, answers)
  return {
    ...page,
    person: userEvent.setup(),
    listCodeCalls: () => page.calls.filter(({ action }) => action === 'abilitaPro'),
  }
}
const confirms = ({ confirmed }: Asked) =>
  confirmed === expiry
    ? { months: 24, expiry, runningExpiry }
    : refusal('PRO_EXPIRY_UNCONFIRMED', { months: 24, expiry, runningExpiry })
const enter = async (person: ReturnType<typeof userEvent.setup>, typedText: string) => {
  await person.click(await screen.findByRole('button', { name: /Renew with a code|Enter a Pro code/ }))
  const field = await screen.findByRole('textbox', { name: /Pro code/ })
  await person.click(field)
  await person.paste(typedText)
  return field as HTMLInputElement
}

test('the card shows end and remaining days of Pro and lists the codes', async () => {
  await open(confirms)
  await screen.findByRole('heading', { name: /Pro until 14 Mar 2027/ })
  screen.getByText(/114 days left\. First reminder on 13 Jan/)
  const line = await screen.findByRole('listitem')
  expect(line.textContent).toBe('•••• 4471Activated24 months, entered on 15 Mar 2025, until 14 Mar 2027')
})

test('a code is grouped in fours, validated when complete and needs confirmation', async () => {
  const { person, listCodeCalls } = await open(confirms)
  const field = await enter(person, '4532-0151 1283 0366')
  expect([field.value, field.inputMode]).toEqual(['4532 0151 1283 0366', 'numeric'])
  await screen.findByText('This code is worth 24 months. Pro then runs until 14 Mar 2029.')
  screen.getByText('Until now it runs until 14 Mar 2027; the months are added to that.')
  expect(listCodeCalls()).toMatchObject([{ code }])
  expect(listCodeCalls()[0]).not.toHaveProperty('confirmed')
  await person.click(screen.getByRole('button', { name: 'Use the code' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(listCodeCalls()[1]).toMatchObject({ code, confirmed: expiry })
})

test('a code for a Basic plant is used at once, and only on request', async () => {
  const use = { months: 24, expiry, runningExpiry: null }
  const { person, listCodeCalls } = await open(() => use, { tier: 'basic', pro_expiry: null })
  await enter(person, code)
  expect(listCodeCalls()).toEqual([])
  await person.click(screen.getByRole('button', { name: 'Use the code' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(listCodeCalls()).toMatchObject([{ code }])
})

test('a declined code is not confirmed', async () => {
  const { person, listCodeCalls } = await open(confirms)
  await enter(person, code)
  await screen.findByText(/Pro then runs until/)
  await person.click(screen.getByRole('button', { name: 'Keep the code' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(listCodeCalls()).toHaveLength(1)
})

test('a changed end date asks for confirmation again', async () => {
  const laterExpiry = '2030-03-14T23:00:00.000Z'
  let now = expiry
  const { person, listCodeCalls } = await open(({ confirmed }) => {
    const use = { months: 24, expiry: now, runningExpiry }
    return confirmed === now ? use : refusal('PRO_EXPIRY_UNCONFIRMED', use)
  })
  await enter(person, code)
  await screen.findByText(/Pro then runs until 14 Mar 2029/)
  now = laterExpiry
  await person.click(screen.getByRole('button', { name: 'Use the code' }))
  await screen.findByText(/Pro then runs until 14 Mar 2030/)
  screen.getByText(/The expiry date has changed/)
  await person.click(screen.getByRole('button', { name: 'Use the code' }))
  await waitFor(() => expect(listCodeCalls()[2]).toMatchObject({ confirmed: laterExpiry }))
})

test.each(['4532 0151 1283 0367', '45320151128303660', '453201511283036A'])(
  '%s is invalid before it is sent',
  async (typedText) => {
    const { person, listCodeCalls } = await open(confirms)
    await enter(person, typedText)
    await screen.findByText('The code is invalid.')
    expect(screen.getByRole('button', { name: 'Check code' })).toHaveProperty('disabled', true)
    expect(listCodeCalls()).toEqual([])
  },
)

test('a used code shows an error, and the field stays open', async () => {
  const { person } = await open(() => refusal('CODE_ALREADY_USED'))
  await enter(person, code)
  await screen.findByText('The code has already been used.')
  expect(screen.queryByText(/Pro then runs until/)).toBeNull()
})

test('a member without permission sees who can enter a code', async () => {
  await open(confirms, { role: 'clientOwner' })
  const button = await screen.findByRole('button', { name: 'Renew with a code' })
  expect(button.getAttribute('aria-description')).toBe('Only the installer administrator can enter a code.')
})

test.each([
  ['basic', null, 'Basic'],
  ['expired', runningExpiry, 'Pro expired on 15 Mar 2027'],
])('%s: the card shows the heading and its meaning', async (tier, pro_expiry, heading) => {
  await open(confirms, { tier, pro_expiry })
  const card = (await screen.findByRole('heading', { name: heading })).closest('section') as HTMLElement
  within(card).getByRole('button', { name: 'Enter a Pro code' })
})
