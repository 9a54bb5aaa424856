import { act, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { actionKey } from '../shared/api/use-action.ts'
import { pageEntry } from '../site-map.ts'
import { plantId, plantWith, renderInPlant } from '../testing/plant.tsx'
import { Rail } from './Rail.tsx'

const user = {
  userid: 'ada',
  email: 'ada@demo.test',
  name: 'Ada',
  usertype: 'installer',
  scope: null,
  suspended: false,
  declarations_missing: false,
  language: 'en',
} as const

test('the open part of a plant counts its devices, and no count is 0', async () => {
  await renderInPlant(
    <Rail page={{ name: 'devices', entry: pageEntry('devices'), params: {} }} user={user} plantId={plantId} />,
    plantWith(),
  )
  expect((await screen.findByRole('link', { name: /^Emergency/ })).textContent).toBe('Emergency4')
  expect(screen.getByRole('link', { name: /^Lighting/ }).textContent).toBe('Lighting')
})

test('pending invitations are counted once they were read', async () => {
  const { queries } = await renderInPlant(
    <Rail page={{ name: 'home', entry: pageEntry('home'), params: {} }} user={user} plantId={undefined} />,
    plantWith(),
  )
  const link = await screen.findByRole('link', { name: /^Invitations/ })
  expect(link.textContent).toBe('Invitations')
  act(
    () => void queries.setQueryData(actionKey('checkInvitoPendente', {}), { invitations: [{ id: 'a' }, { id: 'b' }] }),
  )
  expect(await within(link).findByText('2')).toBeTruthy()
})
