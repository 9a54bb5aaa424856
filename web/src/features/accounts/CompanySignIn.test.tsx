import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { renderAt } from '../../testing/render.tsx'

afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

const reply = (status: number, body: object) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

/** A fake server with one connected domain, whose provider does not answer. */
const playServer = (passwords: boolean) => {
  const requests: { flow: string; body: Record<string, string> }[] = []
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url.includes('get-session')) return reply(200, { data: null })
    const body = JSON.parse(String(init?.body)) as Record<string, string>
    const flow = url.split('/').at(-1) ?? ''
    requests.push({ flow, body })
    if (flow === 'begin-company-sign-in') return reply(503, { error: 'COMPANY_SIGN_IN_AWAY' })
    if (flow === 'sign-in') return reply(403, { error: 'COMPANY_SIGN_IN_ONLY', details: { company: 'Rossi SpA' } })
    return reply(200, { data: { company: body.domain === 'rossi.test' ? { name: 'Rossi SpA', passwords } : null } })
  })
  return { requests, flows: () => requests.map(({ flow }) => flow) }
}
const companyButton = 'Continue with Rossi SpA'

test('a connected domain leads to the company, which then gets the address', async () => {
  const { requests, flows } = playServer(false)
  await renderAt('/login')
  const person = userEvent.setup()
  await person.type(await screen.findByLabelText(/^E-mail/), 'Anna@Rossi.test')
  await screen.findByRole('button', { name: companyButton })
  expect(screen.queryByLabelText(/^Password/)).toBeNull()
  expect(requests.map(({ body }) => body)).toContainEqual({ domain: 'rossi.test' })
  expect(JSON.stringify(requests)).not.toContain('Anna@')
  await person.keyboard('{Enter}')
  await screen.findByText(/The company’s sign-in does not answer/)
  expect(flows().filter((flow) => flow === 'sign-in')).toEqual([])
  await person.click(screen.getByRole('button', { name: companyButton }))
  await vi.waitFor(() => expect(flows().filter((flow) => flow === 'begin-company-sign-in')).toHaveLength(2))
})

test('a domain that allows passwords offers both ways, and other domains show no company', async () => {
  playServer(true)
  await renderAt('/login')
  const person = userEvent.setup()
  const address = await screen.findByLabelText(/^E-mail/)
  await person.type(address, 'anna@rossi.test')
  await screen.findByRole('button', { name: companyButton })
  await screen.findByLabelText(/^Password/)
  await person.clear(address)
  await person.type(address, 'anna@elsewhere.test')
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: companyButton })).toBeNull())
})

test('a failed company sign-in shows its reason', async () => {
  playServer(false)
  sessionStorage.setItem('vigilux.companyAddress', 'anna@rossi.test')
  await renderAt('/login?refused=COMPANY_ADDRESS_REFUSED')
  await screen.findByText(/gave no verified address of its own domain/)
  expect(((await screen.findByLabelText(/^E-mail/)) as HTMLInputElement).value).toBe('anna@rossi.test')
  await screen.findByRole('button', { name: companyButton })
})
