import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { plantId } from '../../testing/plant.tsx'
import { renderAt } from '../../testing/render.tsx'

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const at = '2026-11-20T10:00:00.000Z'
const device = { mac: 'AABBCCDDEEFF', serial: 'A1B2C3', kind: 'lamp', inSight: true, signal: -60, lastSeen: at }
const report = {
  content: {
    version: 1,
    plantname: 'Hotel Bellavista',
    timezone: 'Europe/Rome',
    at,
    gateways: [
      {
        cu_type: 'gateway',
        cu_id: '0A1B2C',
        connected: true,
        lastSeen: at,
        devices: [
          { ...device, validated: true, reason: null },
          { ...device, mac: 'AABBCCDDEE00', serial: null, validated: false, reason: 'held by another gateway' },
        ],
      },
      { cu_type: 'gateway', cu_id: '0A1B2D', connected: false, lastSeen: at, devices: [] },
    ],
  },
  expiresAt: '2026-12-20T10:00:00.000Z',
}

/** The server for an anonymous visitor; returns the requests. */
const server = () => {
  const requests: string[] = []
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    requests.push(String(address))
    if (address !== '/api') return Response.json({ data: null })
    const call = JSON.parse(String(init?.body)) as { action: string; report?: string }
    requests.push(call.action)
    if (call.report === 'known') return Response.json({ data: report })
    const error = (call.report ?? '').length > 200 ? 'INVALID_INPUT' : 'BLE_REPORT_NOT_FOUND'
    return Response.json({ error, message: '', requestId: 'r1' }, { status: 404 })
  })
  return requests
}

test('the report shows its devices to anyone with the link without sign-in', async () => {
  const requests = server()
  await renderAt(`/blereport/${plantId}/known`)
  expect(await screen.findByRole('heading', { level: 1, name: 'Bluetooth devices of Hotel Bellavista' })).toBeTruthy()
  expect(screen.getByRole('heading', { level: 2, name: 'Gateway 0A1B2C' })).toBeTruthy()
  expect(screen.getAllByText('AA:BB:CC:DD:EE:00').length).toBeGreaterThan(0)
  expect(screen.getAllByText('Not validated: held by another gateway').length).toBeGreaterThan(0)
  expect(screen.getByText('No recent data')).toBeTruthy()
  expect(screen.getByText('This gateway had no devices.')).toBeTruthy()
  expect(requests.filter((one) => one.startsWith('/api/auth'))).toEqual([])
  expect(requests).not.toContain('getPlantDetails')
})

test.each(['unknown', 'x'.repeat(500)])('a dead link shows that the report is missing', async (name) => {
  server()
  await renderAt(`/blereport/${plantId}/${name}`)
  expect(await screen.findByRole('heading', { level: 1, name: 'Report not found' })).toBeTruthy()
})
