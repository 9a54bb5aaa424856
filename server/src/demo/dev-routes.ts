import type { FastifyInstance } from 'fastify'
import { listMails, readMail } from '../features/mails/index.ts'
import type { Tx } from '../kernel/transaction.ts'

const mailsShown = 100

const escapeHtml = (value: string): string => value.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const mailPage = (mails: Awaited<ReturnType<typeof readMail>>[]): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Outbox · Vigilux demo</title>
<style>
:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}body{max-width:760px;margin:24px auto;padding:0 16px}
article{border:1px solid color-mix(in srgb,currentColor 20%,transparent);border-radius:12px;padding:16px;margin:16px 0}
h2{font-size:17px;margin:0 0 4px}p.meta{margin:0;opacity:.75;font-size:13px}pre{white-space:pre-wrap;font:inherit;overflow-wrap:anywhere}
</style></head><body><h1>Outbox</h1><p>Mails of the demo. Nothing leaves this machine.</p>
${mails.length === 0 ? '<p>No mail yet. Sign up or ask for a new password, and it arrives here.</p>' : ''}
${mails
  .map(
    (mail) =>
      `<article><h2>${escapeHtml(mail.subject)}</h2><p class="meta">to ${escapeHtml(mail.to)} · ${escapeHtml(mail.at)}</p><pre>${escapeHtml(mail.text)}</pre></article>`,
  )
  .join('\n')}
</body></html>`

/** The demo's outbox, and the front panels of its simulated units. No other mode has these routes. */
export const registerDevRoutes = (app: FastifyInstance, db: Tx, panelPort: () => number): void => {
  const mails = async () => Promise.all((await listMails(db, mailsShown)).map(readMail))
  app.get('/dev/mail.json', async () => ({ mails: await mails() }))
  app.get('/dev/mail', async (_request, reply) => reply.type('text/html; charset=utf-8').send(mailPage(await mails())))

  app.all('/dev/panel/*', async (request, reply) => {
    const answer = await fetch(`http://127.0.0.1:${panelPort()}${request.url}`, {
      method: request.method,
      ...(request.method === 'POST'
        ? { body: JSON.stringify(request.body ?? {}), headers: { 'content-type': 'application/json' } }
        : {}),
    })
    return reply
      .status(answer.status)
      .type(answer.headers.get('content-type') ?? 'text/plain')
      .send(Buffer.from(await answer.arrayBuffer()))
  })
}
