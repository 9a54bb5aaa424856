import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderAt } from '../../testing/render.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const row = { at: '2026-03-02T09:00:00.000Z', userid: 'u', plant_id: null, plantname: null, count: 1 }
const events = [
  { ...row, kind: 'OFFICE_ADDED', name: 'Ida Moser', address: 'operator', action: 'addOffice' },
  {
    ...row,
    kind: 'NOT_ALLOWED',
    name: 'Ada Rossi',
    address: '192.0.2.7',
    action: 'removePlant',
    plantname: 'Klinikum Ost',
  },
]

test('the security log names a change by the operator in words, and the address of anybody else', async () => {
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const { action } = JSON.parse(String(init?.body ?? '{}')) as { action?: string }
    const office = { userid: 'n', email: 'n@b.test', name: 'Office', usertype: 'admin', scope: 'nto', suspended: false }
    const user = { appConfig: {}, recentPlants: [], support: { email: '', phone: null } }
    const answers: Record<string, unknown> = {
      getUserInfos: { user },
      getSecurityEvents: { events, total: 2, notSince: null },
    }
    const data = url.includes('get-session') ? office : answers[action ?? '']
    return new Response(JSON.stringify({ data }), { headers: { 'content-type': 'application/json' } })
  })
  await renderAt('/ntosecurity')
  const lineOf = async (text: string) => (await screen.findByText(text)).closest('tr, li')?.textContent
  expect(await lineOf('Office account added')).toMatch(/Ida Moser.*addOffice.*Operator/)
  expect(await lineOf('Ada Rossi')).toMatch(/Not allowed.*Ada Rossi.*Delete plant.*Klinikum Ost.*192\.0\.2\.7/)
})
