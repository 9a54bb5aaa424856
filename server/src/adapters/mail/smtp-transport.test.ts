import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { afterEach, expect, it } from 'vitest'
import { smtpTransport } from './smtp-transport.ts'

/** A mail server that takes one mail after the other, and keeps what it was sent. */
const openMailServer = async () => {
  const taken: { to: string[]; source: string }[] = []
  const server = createServer((socket) => converse(socket, (mail) => taken.push(mail)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}?ignoreTLS=true`, taken, close: () => server.close() }
}

const converse = (socket: Socket, take: (mail: { to: string[]; source: string }) => void): void => {
  const to: string[] = []
  let data: string[] | null = null
  const say = (line: string) => socket.write(`${line}\r\n`)
  const command = (line: string) => {
    if (line.startsWith('RCPT TO:')) to.push(line.slice(8))
    if (line.startsWith('DATA')) data = []
    say(data ? '354 go on' : line.startsWith('QUIT') ? '221 bye' : '250 ok')
  }
  const text = (line: string, lines: string[]) => {
    if (line !== '.') return void lines.push(line)
    take({ to: to.splice(0), source: lines.join('\n') })
    data = null
    say('250 kept')
  }
  const lines = createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY })
  lines.on('line', (line) => (data ? text(line, data) : command(line)))
  say('220 mail.test')
}

let server: Awaited<ReturnType<typeof openMailServer>>
afterEach(() => server.close())

it('hands over text, HTML and files, to nobody but the one it is for', async () => {
  server = await openMailServer()
  const pdf = Buffer.from('%PDF-1.7 of a plant')
  await smtpTransport(server.url, 'office@vigilux.test').send({
    ...{ id: 'b2f7', to: 'owner@vigilux.test', subject: 'Città: 4 lamps\r\nBcc: thief@vigilux.test' },
    ...{ text: 'Text', html: '<p>HTML</p>' },
    attachments: [{ name: 'Prüfung.pdf', type: 'application/pdf', content: pdf }],
  })
  expect(server.taken.map(({ to }) => to)).toEqual([['<owner@vigilux.test>']])
  const [{ source } = { source: '' }] = server.taken
  expect(source).toContain('Message-ID: <b2f7@vigilux>')
  expect(source).not.toMatch(/^Bcc:/m)
  expect(source).toMatch(/Content-Type: application\/pdf/)
  expect(source).toMatch(/filename\*0\*=utf-8''Pr%C3%BCfung\.pdf/)
  expect(source).toContain(pdf.toString('base64'))
})
