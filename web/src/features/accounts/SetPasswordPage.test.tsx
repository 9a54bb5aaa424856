import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { renderAt } from '../../testing/render.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

type Request = { flow: string; body: unknown }

/** A server on which only the link "right" sets a password. */
const playServer = () => {
  const requests: Request[] = []
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const flow = /\/api\/auth\/([\w-]+)$/.exec(url)?.[1] ?? ''
    const body = JSON.parse(String(init?.body ?? '{}')) as { link?: string }
    if (flow === 'set-password' || flow === 'reset') requests.push({ flow, body })
    const isDead = flow === 'set-password' && body.link !== 'right'
    const data = flow === 'find-company' ? { company: null } : { email: 'ida@b.test' }
    if (flow === 'get-session') return new Response('{}', { status: 401 })
    return new Response(JSON.stringify(isDead ? { error: 'CodeMismatchException' } : { data }), {
      status: isDead ? 400 : 200,
      headers: { 'content-type': 'application/json' },
    })
  })
  return requests
}

const password = 'Office-1234!'
const setPassword = async () => {
  await userEvent.type(await screen.findByLabelText(/^Password( \*)?$/), password)
  await userEvent.type(screen.getByLabelText(/^Password again/), password)
  await userEvent.click(screen.getByRole('button', { name: 'Set password' }))
}

test('a link sets the password without a code, and leads to the sign-in', async () => {
  const requests = playServer()
  await renderAt('/setpassword?email=ida%40b.test&link=right')
  await screen.findByText('For the account ida@b.test. The link works once.')
  expect(screen.queryByLabelText(/^Code from the mail/)).toBeNull()
  await setPassword()
  await screen.findByText('The new password is set. Sign in with it.')
  expect(requests).toEqual([{ flow: 'set-password', body: { link: 'right', password, confirmation: password } }])
  expect((screen.getByLabelText(/^E-mail/) as HTMLInputElement).value).toBe('ida@b.test')
})

test('a link that no longer works says so, and offers a code for the same address', async () => {
  playServer()
  await renderAt('/setpassword?email=ida%40b.test&link=used')
  await setPassword()
  await screen.findByText(/^This link was used already, has expired/)
  const byCode = screen.getByRole('link', { name: 'Ask for a code by mail' })
  expect(byCode.getAttribute('href')).toMatch(/passworddimenticata\?email=ida%40b\.test$/)
})

test('without a link the page asks for the code from the mail', async () => {
  playServer()
  await renderAt('/setpassword?email=ida%40b.test')
  expect(await screen.findByLabelText(/^Code from the mail/)).toBeTruthy()
})
