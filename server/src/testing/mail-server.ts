import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** `fallsSilent`: it receives a mail and never acknowledges it. */
type Mood = 'takes' | 'fallsSilent' | 'knowsNobody' | 'isBusy' | 'forbids'

const refusals: Record<Exclude<Mood, 'takes' | 'fallsSilent'>, [code: number, text: string]> = {
  knowsNobody: [550, '5.1.1 <reader@demo.vigilux.test> no such mailbox'],
  isBusy: [451, '4.3.0 try again later'],
  forbids: [550, '5.7.1 relaying denied'],
}

/** A mail server on loopback: accepts mails, or answers by its mood. */
export const openMailServer = async (port = 0) => {
  const acceptedMails: { to: string[]; source: string }[] = []
  const server = { mood: 'takes' as Mood }
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    closeTimeout: 1_000,
    onRcptTo(_address, _session, done) {
      if (server.mood === 'takes' || server.mood === 'fallsSilent') return done()
      const [responseCode, text] = refusals[server.mood]
      done(Object.assign(new Error(text), { responseCode }))
    },
    onData(stream, { envelope }, done) {
      const acceptMail = (bytes: Buffer) => {
        acceptedMails.push({ to: envelope.rcptTo.map(({ address }) => address), source: bytes.toString() })
        if (server.mood !== 'fallsSilent') done()
      }
      // A sender killed in the middle has delivered nothing.
      buffer(stream).then(acceptMail, () => undefined)
    },
  })
  smtp.on('error', () => undefined)
  const listening = smtp.listen(port, '127.0.0.1')
  await once(listening, 'listening')
  const at = (listening.address() as AddressInfo).port
  return {
    url: `smtp://127.0.0.1:${at}`,
    port: at,
    acceptedMails,
    setBehaviour(behaviour: Mood) {
      server.mood = behaviour
    },
    close: () => new Promise<void>((resolve) => smtp.close(() => resolve())),
  }
}
