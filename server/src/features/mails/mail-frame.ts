/** The frame of every mail: one column for any mail program, in light and dark, from 320 px on. */

export type MailState = 'problem' | 'restored' | 'information'

export type MailLink = { href: string; label: string }

/** Parts of a mail. Texts are HTML already: typed text is escaped. */
export type MailParts = {
  lang: string
  /** State and its words; null in mails without one. */
  band: { state: MailState; label: string } | null
  title: string | null
  /** Below the title: the plant of a notice. */
  place: string | null
  /** Paragraphs, lists and codes, in order. */
  content: readonly string[]
  button: MailLink | null
  /** Shown below the card. */
  notes: readonly string[]
  links: readonly MailLink[]
  /** The kind of sender. */
  footer: string
}

const font = 'Arial,Helvetica,sans-serif'
const signs: Record<MailState, string> = { problem: '✕', restored: '✓', information: 'i' }
const bands: Record<MailState, string> = {
  problem: 'background:#fce8ea;color:#b3122f',
  restored: 'background:#e9f5ef;color:#17734a',
  information: 'background:#e8eefb;color:#1f4fc8',
}

/** Programs with support for it draw the mail dark; others invert it themselves. */
const styles = `@media (prefers-color-scheme:dark){
.m-page{background:#0d1218!important;color:#e8ecf2!important}.m-card{background:#151c24!important;border-color:#2a343f!important}
.m-row{border-color:#2a343f!important}.m-quiet{color:#a5b0bd!important}a.m-link{color:#8fb0ff!important}
.m-problem{background:#371a1e!important;color:#ff8a96!important}.m-restored{background:#12271d!important;color:#5cc793!important}
.m-information{background:#16233f!important;color:#8fb0ff!important}a.m-button{background:#3f66e0!important}}
@media (max-width:480px){.m-inner{padding:18px 16px!important}.m-problem,.m-restored,.m-information{padding:10px 16px!important}a.m-button{display:block!important;text-align:center!important}}`

const row = (html: string, style: string, className = ''): string =>
  `<tr><td${className && ` class="${className}"`} style="${style}">${html}</td></tr>`

export const paragraphHtml = (html: string): string => `<p style="margin:0 0 12px">${html}</p>`

export const codeHtml = (code: string): string =>
  `<p style="font-size:28px;letter-spacing:6px;font-weight:bold;margin:16px 0 20px">${code}</p>`

export const listHtml = (lines: readonly string[]): string => {
  const rows = lines.map((line) => row(line, 'padding:9px 0;border-top:1px solid #dee3ea', 'm-row')).join('')
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:4px 0 16px;font-size:15px">${rows}</table>`
}

export const linkHtml = ({ href, label }: MailLink): string =>
  `<a class="m-link" href="${href}" style="color:#1f4fc8">${label}</a>`

const buttonHtml = ({ href, label }: MailLink): string =>
  `<p style="margin:20px 0 4px"><a class="m-button" href="${href}" style="display:inline-block;min-height:20px;padding:12px 20px;border-radius:8px;background:#2350c7;color:#ffffff;font-weight:bold;text-decoration:none">${label}</a></p>`

const bandHtml = ({ state, label }: NonNullable<MailParts['band']>): string =>
  row(`${signs[state]} ${label}`, `padding:10px 28px;font-weight:bold;font-size:14px;${bands[state]}`, `m-${state}`)

export const frameMail = ({ lang, band, title, place, content, button, notes, links, footer }: MailParts): string => {
  const heading =
    title === null
      ? ''
      : `<h1 style="font-size:20px;line-height:26px;margin:0 0 ${place === null ? 12 : 2}px">${title}</h1>`
  const placeHtml = place === null ? '' : `<p class="m-quiet" style="margin:0 0 12px;color:#4f5b6a">${place}</p>`
  const inner = `${heading}${placeHtml}${content.join('\n')}${button ? buttonHtml(button) : ''}`
  const foot = [...notes, links.map((link) => linkHtml(link)).join(' &nbsp;·&nbsp; '), footer].filter(Boolean)
  const outer = [
    row('Vigilux', 'padding:0 4px 10px;font-weight:bold;font-size:16px'),
    row(
      `<table role="presentation" width="100%" cellpadding="0" cellspacing="0">${band ? bandHtml(band) : ''}${row(inner, 'padding:22px 28px;font-size:15px;line-height:22px', 'm-inner')}</table>`,
      'background:#ffffff;border:1px solid #dee3ea;border-radius:12px;overflow:hidden',
      'm-card',
    ),
    ...foot.map((line) => row(line, 'padding:10px 4px 0;font-size:13px;line-height:18px;color:#5e6a79', 'm-quiet')),
  ]
  return `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><style>${styles}</style></head><body class="m-page" style="margin:0;background:#f3f5f8;color:#121820;font-family:${font}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" cellpadding="0" cellspacing="0" style="width:100%;max-width:600px;text-align:left">
${outer.join('\n')}
</table></td></tr></table></body></html>`
}
