import { Button, FileButton, Progress } from '@mantine/core'
import {
  IconAlertOctagonFilled,
  IconCircleCheck,
  IconDownload,
  IconInfoCircle,
  IconLock,
  IconUpload,
} from '@tabler/icons-react'
import { formatOf } from '@vigilux/contract/features/logbook/sealed-export.ts'
import type { CheckTimeStamp, TimeStampResult } from '@vigilux/contract/features/logbook/time-stamp.ts'
import { type Verdict, verifyExport } from '@vigilux/contract/features/logbook/verify-export.ts'
import { webCrypto } from '@vigilux/contract/features/logbook/web-crypto.ts'
import { isKnownZone } from '@vigilux/contract/kernel/primitives.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { Facts } from '../../shared/layout/PageHeader.tsx'
import { chunkTimeoutMs, withTimeout } from '../../shared/lazy.tsx'
import { useSearchParams } from '../../shared/search-params.ts'
import * as styles from './logbook.module.css'

/** Verifies an export in the browser, for anybody: the file is not uploaded. */
export function VerifyPage() {
  const { t } = useTranslation('logbook')
  return (
    <div className={styles.verify} data-part="verify">
      <h1>{t('verifier.title')}</h1>
      <p className="vx-hint">
        <IconLock size={14} aria-hidden /> {t('verifier.private')}
      </p>
      <AnswerBoundary>
        <VerifierCard />
      </AnswerBoundary>
      <p>
        <Button
          component="a"
          variant="default"
          href="/verify/vigilux-verify.mjs"
          download
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {t('verifier.script')}
        </Button>
      </p>
    </div>
  )
}

/** A file's bytes in the browser's chunks; not every browser can iterate a stream. */
async function* chunksOf(file: File): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel()
  }
}

/** Lets the browser paint between the crypto operations, which otherwise leave it no time. */
const waitForPaint = () => new Promise<void>((resolve) => setTimeout(resolve))

type Checked = { name: string; found: Verdict | null; done: number; total: number }

/** The logbook head on paper, from a scanned code. */
type VerificationDocument = { no: number; head: string }

function useVerificationDocument(): VerificationDocument | null {
  const [{ no, head }] = useSearchParams()
  const entry = Number(no)
  return Number.isInteger(entry) && entry > 0 && head && /^[0-9a-f]{64}$/.test(head) ? { no: entry, head } : null
}

/** Verifies time stamps with a library loaded on demand; without it, the stamp is not judged. */
const checkedBy =
  (authorities: readonly string[]): CheckTimeStamp =>
  async (token, text) => {
    try {
      const { checkTimeStamp } = await withTimeout(
        import('@vigilux/contract/features/logbook/time-stamp-token.ts'),
        chunkTimeoutMs,
      )
      return await checkTimeStamp(token, text, authorities)
    } catch {
      return { state: 'unchecked' }
    }
  }

function VerifierCard() {
  const { t } = useTranslation('logbook')
  const { number } = useFormats()
  const { keys, authorities } = useAnswer('getLogbookKeys', {}, { staleTime: Number.POSITIVE_INFINITY })
  const paper = useVerificationDocument()
  const [checked, setChecked] = useState<Checked | null>(null)
  const check = async (file: File | null) => {
    if (!file) return
    const { name } = file
    const ports = webCrypto(crypto.subtle, checkedBy(authorities))
    setChecked({ name, found: null, done: 0, total: 0 })
    const progress = async (done: number, total: number) => {
      setChecked({ name, found: null, done, total })
      await waitForPaint()
    }
    const found = await verifyExport(chunksOf(file), keys, ports, progress, paper?.no)
    setChecked({ name, found, done: 0, total: 0 })
  }
  return (
    <>
      {paper ? (
        <p>
          {t('verifier.paper', { no: number(paper.no) })} <code>{groupHexDigits(paper.head)}</code>
        </p>
      ) : null}
      <div>
        <FileButton onChange={(file) => void check(file)} accept=".jsonl,.json,application/jsonl">
          {(props) => (
            <Button {...props} leftSection={<IconUpload size={16} aria-hidden />}>
              {t('verifier.choose')}
            </Button>
          )}
        </FileButton>
      </div>
      {checked ? (
        <section className={`vx-card ${styles.entryPart}`} aria-live="polite">
          <b>{checked.name}</b>
          {checked.found ? (
            <VerificationResult found={checked.found} paper={paper} />
          ) : (
            <>
              <Progress
                aria-label={t('verifier.title')}
                value={checked.total > 0 ? (100 * checked.done) / checked.total : 0}
              />
              <span>{t('verifier.progress', { done: number(checked.done), total: number(checked.total) })}</span>
            </>
          )}
        </section>
      ) : null}
    </>
  )
}

const groupHexDigits = (hash: string): string =>
  hash
    .slice(0, 32)
    .toUpperCase()
    .replaceAll(/(.{4})(?=.)/g, '$1 ')

/** Whether an export and a paper belong to the same logbook. */
function PrintedVerification({
  found,
  paper,
}: {
  found: Extract<Verdict, { verdict: 'whole' }>
  paper: VerificationDocument
}) {
  const { t } = useTranslation('logbook')
  const { number } = useFormats()
  const paperResult = found.sealAt === null ? 'paperBeyond' : found.sealAt === paper.head ? 'paperFits' : 'paperDiffers'
  return (
    <p data-broken={paperResult === 'paperDiffers' || undefined}>
      {t(`verifier.${paperResult}`, { no: number(paper.no) })}
    </p>
  )
}

/** Restores recorded in the file: names the possible gaps, which are not a sign of forgery. */
function Gaps({ found: { gaps, header } }: { found: Extract<Verdict, { verdict: 'whole' }> }) {
  const { t } = useTranslation('logbook')
  const { number, full } = useFormats(header.plant.timezone)
  return gaps.map(({ after, no, from, to }) => (
    <p key={no} data-broken>
      {t('verifier.gap', { after: number(after), no: number(no), from: full(from), to: full(to) })}
    </p>
  ))
}

function timeStampTexts(stamp: TimeStampResult | null) {
  if (stamp === null) return 'noTimeStamp'
  const textKeys = {
    known: 'stamped',
    unknown: 'strangeStamp',
    broken: 'brokenStamp',
    unchecked: 'uncheckedStamp',
  } as const
  return textKeys[stamp.state]
}

/** The plant's zone, or UTC. An altered file may contain an invalid zone. */
const zoneOf = (header: { plant: { timezone: string } } | null): string =>
  header && isKnownZone(header.plant.timezone) ? header.plant.timezone : 'UTC'

/** Who stamped the head and when, or its fault; an unverified name is marked as such. */
function Stamp({ found }: { found: Verdict }) {
  const { t } = useTranslation('logbook')
  const { full } = useFormats(zoneOf('header' in found ? found.header : null))
  const stamp = 'timeStamp' in found ? found.timeStamp : null
  const authorityValues = stamp && 'authority' in stamp ? { name: stamp.authority, at: full(stamp.at) } : {}
  return <>{t(`verifier.${timeStampTexts(stamp)}`, authorityValues)}</>
}

/** First and last day of the entries in the plant's zone, which is known for a valid file only. */
function Period({ found: { header, period } }: { found: Extract<Verdict, { verdict: 'whole' }> }) {
  const { day } = useFormats(header.plant.timezone)
  return <>{period ? `${day(period.from)} – ${day(period.to)}` : '–'}</>
}

/** The verdict in one sentence. */
function useTitle(): (found: Verdict) => string {
  const { t } = useTranslation('logbook')
  const { number } = useFormats()
  return (found) => {
    if (found.verdict === 'whole')
      return found.part
        ? t('verifier.part', { from: number(found.header.from), to: number(found.header.to) })
        : t('verifier.whole')
    if ('reason' in found)
      return t(`verifier.${found.verdict}`, {
        line: number(found.line),
        reason: t(`verifier.reasons.${found.reason}`),
      })
    const title = t(`verifier.${found.verdict}`, { no: 'no' in found ? number(found.no) : '' })
    if (found.line !== null) return `${title} ${t('verifier.atLine', { line: number(found.line) })}`
    return found.verdict === 'recomputed' || found.verdict === 'forged'
      ? `${title} ${t('verifier.inWholeFile')}`
      : title
  }
}

/** Verdicts with a text of their own. */
const verdictsWithText = ['empty', 'noExport', 'unknownFormat', 'reformatted', 'unknownKey', 'keyNotInUse'] as const

/** The verdict in words, and its consequence. */
function VerdictBox({ found, paper }: { found: Verdict; paper: VerificationDocument | null }) {
  const { t } = useTranslation('logbook')
  const { number } = useFormats()
  const titleOf = useTitle()
  const isBroken = found.verdict !== 'whole' && found.verdict !== 'empty'
  const Sign = isBroken ? IconAlertOctagonFilled : found.verdict === 'whole' ? IconCircleCheck : IconInfoCircle
  const text = (): string => {
    if (found.verdict === 'whole')
      return t(found.gaps.length > 0 ? 'verifier.wholeGapText' : 'verifier.wholeText', { total: number(found.checked) })
    const verdictText = verdictsWithText.find((one) => one === found.verdict)
    return t(verdictText ? `verifier.${verdictText}Text` : 'verifier.notUntouched')
  }
  return (
    <div className={styles.exportVerdict} data-broken={isBroken || undefined}>
      <Sign size={24} aria-hidden />
      <b>{titleOf(found)}</b>
      <p>{text()}</p>
      {found.verdict === 'whole' && found.keyState === 'retiredUnstamped' ? (
        <p data-broken>{t('verifier.retiredKey')}</p>
      ) : null}
      {found.verdict === 'whole' ? <Gaps found={found} /> : null}
      {found.verdict === 'whole' && paper ? <PrintedVerification found={found} paper={paper} /> : null}
    </div>
  )
}

function VerificationResult({ found, paper }: { found: Verdict; paper: VerificationDocument | null }) {
  const { t } = useTranslation('logbook')
  const header = 'header' in found ? found.header : null
  const { number, full } = useFormats(zoneOf(header))
  const key = 'key' in found ? found.key : null
  const keyTime = key && `${full(key.since)} – ${key.until ? full(key.until) : ''}`
  return (
    <>
      <VerdictBox found={found} paper={paper} />
      {header ? (
        <Facts
          entries={[
            [t('verifier.plant'), `${header.plant.name}, ${header.plant.id}`],
            [t('verifier.entries'), header.to === 0 ? number(0) : `${number(header.from)} – ${number(header.to)}`],
            ...(found.verdict === 'whole'
              ? [[t('verifier.period'), <Period key="period" found={found} />] as const]
              : []),
            [t('verifier.exported'), full(header.exportedAt)],
            [t('verifier.format'), number(formatOf(header))],
            [t('verifier.head'), <code key="head">{groupHexDigits(header.head)}</code>],
            [t('verifier.key'), [`${header.key.id}, ${header.key.algorithm}`, keyTime].filter(Boolean).join(', ')],
            [t('verifier.timeStamp'), <Stamp key="stamp" found={found} />],
          ]}
        />
      ) : null}
    </>
  )
}
