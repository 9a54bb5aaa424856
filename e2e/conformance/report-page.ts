import type { Report } from './run-conformance.ts'

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const words = { passed: 'Passed', failed: 'Failed', skipped: 'Not tried' } as const

export const countOutcomes = ({ checks }: Report) => ({
  passed: checks.filter(({ outcome }) => outcome === 'passed').length,
  failed: checks.filter(({ outcome }) => outcome === 'failed').length,
  skipped: checks.filter(({ outcome }) => outcome === 'skipped').length,
})

/** The report as one page, failures first. */
export const reportPage = (report: Report): string => {
  const counts = countOutcomes(report)
  const order = { failed: 0, skipped: 1, passed: 2 } as const
  const rows = report.checks
    .toSorted((a, b) => order[a.outcome] - order[b.outcome] || a.step - b.step)
    .map(
      ({ step, title, outcome, seen, expected, clause }) =>
        `<tr class="${outcome}"><td>${words[outcome]}</td><td>${step}</td><td>${[title, seen, expected, clause]
          .map(escapeHtml)
          .join('</td><td>')}</td></tr>`,
    )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Conformance of ${report.unit}</title>
<style>body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:75rem;padding:0 1rem}
table{border-collapse:collapse;width:100%}td,th{border-bottom:1px solid #ccc;padding:.4rem .6rem;text-align:left;vertical-align:top}
.failed td:first-child{color:#b00020;font-weight:600}.passed td:first-child{color:#1b6e3a}</style>
<h1>Conformance of ${report.unit}</h1>
<p>${counts.failed} failed, ${counts.passed} passed, ${counts.skipped} not tried. ${report.startedAt}, ${report.seconds} s.</p>
<table><tr><th>Result</th><th>Step</th><th>Check</th><th>Seen</th><th>Expected</th><th>Clause</th></tr>
${rows.join('\n')}</table></html>
`
}
