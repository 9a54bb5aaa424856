import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderAt } from '../../testing/render.tsx'

const row = { at: '2026-03-02T09:00:00.000Z', userid: 'u', company: null, plant_id: null, plantname: null, count: 1 }
const refused = {
  ...row,
  userid: '11111111-0000-4000-8000-000000000001',
  kind: 'PLANT_NOT_FOUND',
  name: 'Ravi Anand',
  company: 'Éclair Rive',
  address: '203.0.113.24',
  action: 'getPlantDetails',
  plant_id: '22222222-0000-4000-8000-000000000001',
  plantname: 'Klinikum Ost',
}
const events = [
  { ...row, kind: 'OFFICE_ADDED', name: 'Ida Moser', address: 'operator', action: 'addOffice' },
  {
    ...row,
    kind: 'NOT_ALLOWED',
    name: 'Ada Rossi',
    address: '192.0.2.7',
    action: 'removePlant',
    plantname: 'Klinikum West',
  },
  refused,
]

beforeEach(async () => {
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const { action } = JSON.parse(String(init?.body ?? '{}')) as { action?: string }
    const office = { userid: 'n', email: 'n@b.test', name: 'Office', usertype: 'admin', scope: 'nto', suspended: false }
    const user = { appConfig: {}, recentPlants: [], support: { email: '', phone: null } }
    const answers: Record<string, unknown> = {
      getUserInfos: { user },
      getSecurityEvents: { events, total: 3, notSince: null },
    }
    const data = url.includes('get-session') ? office : answers[action ?? '']
    return new Response(JSON.stringify({ data }), { headers: { 'content-type': 'application/json' } })
  })
  await renderAt('/ntosecurity')
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const lineOf = async (text: string) => (await screen.findByText(text)).closest('tr, li') as HTMLElement

test('the security log names a change by the operator in words, and the address of anybody else', async () => {
  expect((await lineOf('Office account added')).textContent).toMatch(/Ida Moser.*Operator/)
  expect((await lineOf('Ada Rossi')).textContent).toMatch(
    /Not allowed.*Ada Rossi.*Delete plant.*Klinikum West.*192\.0\.2\.7/,
  )
  expect((await lineOf('Ravi Anand')).textContent).toMatch(
    /Plant not theirs.*Ravi Anand.*Éclair Rive.*Read data.*Klinikum Ost/,
  )
})

test('codes, action names and ids are in the panel of a row alone', async () => {
  const codes = [refused.kind, refused.action, refused.userid, refused.plant_id]
  const line = await lineOf('Ravi Anand')
  for (const code of [...codes, 'addOffice']) expect(document.body.textContent).not.toContain(code)
  fireEvent.click(within(line).getByText('Ravi Anand'))
  const panel = within(await screen.findByRole('complementary', { name: 'Plant not theirs' }))
  for (const code of codes) await panel.findByText(code)
})
