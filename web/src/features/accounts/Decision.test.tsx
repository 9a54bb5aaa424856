import { cleanup, fireEvent, screen } from '@testing-library/react'
import type { ListedUser } from '@vigilux/contract/features/accounts/account.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { plantId, plantWith, renderInPlant } from '../../testing/plant.tsx'
import { DecisionDialog } from './Decision.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const user: ListedUser = {
  userid: plantId,
  email: 'ada@b.test',
  name: 'Ada',
  surname: 'Rossi',
  usertype: 'installer',
  validation: 'pending',
  validation_reason: null,
  kind: 'person',
  identity: null,
  businessname: '',
  piva: '',
  vatCheck: null,
  phone: '',
  city: '',
  country: '',
  created_at: '2026-01-01T12:00:00.000Z',
}
const open = (change: Partial<ListedUser>) =>
  renderInPlant(<DecisionDialog user={{ ...user, ...change }} name="accept" onDone={() => undefined} />, plantWith())
const decisions = (calls: { action: string }[]) => calls.filter(({ action }) => action === 'updateUserValidation')

test('the office says how and when it checked the name of an installer who is a person', async () => {
  const { calls } = await open({})
  fireEvent.change(await screen.findByLabelText(/^Checked on/), { target: { value: '02/03/2026' } })
  screen.getByText('Neither the number nor a copy of the document is stored.')
  fireEvent.click(screen.getByRole('button', { name: 'Accept Ada Rossi' }))
  await vi.waitFor(() => expect(decisions(calls)).toHaveLength(1))
  expect(decisions(calls)[0]).toMatchObject({ identity: { method: 'inPerson', checkedOn: '2026-03-02' } })
})

test.each([{ kind: 'company' as const }, { identity: { method: 'videoCall' as const, checkedOn: '2026-01-02' } }])(
  'nothing is asked about %j',
  async (change) => {
    const { calls } = await open(change)
    fireEvent.click(await screen.findByRole('button', { name: 'Accept Ada Rossi' }))
    await vi.waitFor(() => expect(decisions(calls)).toHaveLength(1))
    expect(decisions(calls)[0]).not.toHaveProperty('identity')
    expect(screen.queryByLabelText(/^Checked on/)).toBeNull()
  },
)
