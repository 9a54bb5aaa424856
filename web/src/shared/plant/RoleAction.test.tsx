import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { plantWith, renderInPlant } from '../../testing/plant.tsx'
import { stubMedia } from '../../testing/screen-width.ts'
import { RoleAction } from './RoleAction.tsx'

afterEach(() => vi.unstubAllGlobals())

const showTo = async (plant: Parameters<typeof plantWith>[0], width: 'phone' | 'desk') => {
  const matches = (media: string) => width === 'phone' && media.includes('max-width')
  stubMedia(matches)
  const action = (
    <RoleAction>
      <button type="button">New scene</button>
    </RoleAction>
  )
  const page = (
    <>
      <h1>Scenes</h1>
      {action}
    </>
  )
  await renderInPlant(page, plantWith(plant))
  await screen.findByRole('heading', { name: 'Scenes' })
  return screen.queryByRole('button', { name: 'New scene' }) !== null
}

test('a leading action is absent on the phone of those who may never use it', async () => {
  expect(await showTo({ plant: { role: 'clientOwner' } }, 'phone')).toBe(false)
  expect(await showTo({ plant: { archived_at: '2026-03-02T09:00:00.000Z' } }, 'phone')).toBe(false)
})

test.each([
  ['desk', 'clientOwner'],
  ['phone', 'installerStaff'],
] as const)('on a %s a %s sees it', async (width, role) => {
  expect(await showTo({ plant: { role } }, width)).toBe(true)
})
