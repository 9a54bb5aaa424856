import { afterEach, beforeEach, expect, it } from 'vitest'
import { openMailServer } from '../../testing/mail-server.ts'
import { smtpTransport } from './smtp-transport.ts'

let server: Awaited<ReturnType<typeof openMailServer>>
beforeEach(async () => {
  server = await openMailServer()
})
afterEach(() => server.close())

const mail = { id: 'b2f7', to: 'reader@demo.vigilux.test', subject: 'A', text: 'Text', html: '<p>HTML</p>' }
const send = (overrides: object = {}) =>
  smtpTransport(server.url, 'office@vigilux.test').send({ ...mail, attachments: [], ...overrides })

it('sends text, HTML and files only to the recipient and returns the reply', async () => {
  const pdf = Buffer.from('%PDF-1.7 of a plant')
  const answer = await send({
    subject: 'Città: 4 lamps\r\nBcc: thief@vigilux.test',
    attachments: [{ name: 'Prüfung.pdf', type: 'application/pdf', content: pdf }],
  })
  expect(answer).toMatch(/^250 /)
  expect(server.acceptedMails.map(({ to }) => to)).toEqual([['reader@demo.vigilux.test']])
  const [{ source } = { source: '' }] = server.acceptedMails
  expect(source).toContain('Message-ID: <b2f7@vigilux>')
  expect(source).toMatch(/^Auto-Submitted: auto-generated\r$/m)
  expect(source).not.toMatch(/^Bcc:/m)
  expect(source).not.toMatch(/^List-Unsubscribe/m)
  expect(source).toMatch(/Content-Type: application\/pdf/)
  expect(source).toMatch(/filename\*0\*=utf-8''Pr%C3%BCfung\.pdf/)
  expect(source).toContain(pdf.toString('base64'))
})

it('sets the one-click unsubscribe headers', async () => {
  const unsubscribeUrl = `https://vigilux.test/unsubscribe/${'t'.repeat(100)}`
  await send({ unsubscribeUrl })
  const head = (server.acceptedMails[0]?.source ?? '').replaceAll(/\r\n[ \t]+/g, ' ')
  expect(head).toMatch(new RegExp(`^List-Unsubscribe: <${unsubscribeUrl}>\r$`, 'm'))
  expect(head).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
})

it.each([
  ['knowsNobody', true, /^550 5\.1\.1/],
  ['isBusy', false, /^451 /],
  ['forbids', false, /^550 5\.7\.1/],
] as const)('a server that %s refuses permanently: %s', async (behaviour, isFinal, answer) => {
  server.setBehaviour(behaviour)
  await expect(send()).rejects.toMatchObject({ isFinal, answer: expect.stringMatching(answer) })
})

it('an unavailable server is no permanent refusal', async () => {
  await server.close()
  await expect(send()).rejects.toMatchObject({ isFinal: false, answer: 'ESOCKET' })
})
