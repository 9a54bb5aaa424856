import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shared/format/format.ts'
import { browserTimeZone } from '../../shared/format/wall-time.ts'
import { AppLink } from '../../shared/navigation.tsx'
import { pathTo } from '../../site-map.ts'
import * as styles from './legal.module.css'

/** Incremented, with its date, whenever one of these texts changes its meaning. */
const version = 1
const effectiveSince = '2026-11-22'

const sections = {
  terms: ['purpose', 'accounts', 'duty', 'commands', 'data', 'service', 'end'],
  privacy: ['who', 'what', 'why', 'howLong', 'sees', 'browser', 'rights'],
} as const

function LegalPage({ about }: { about: keyof typeof sections }) {
  const { t } = useTranslation('legal')
  const { day } = useFormats(browserTimeZone)
  const otherPage = about === 'terms' ? 'privacy' : 'terms'
  return (
    <article className={`vx-card ${styles.prose}`}>
      <h1>{t(about)}</h1>
      <Text c="dimmed">{t('version', { version, date: day(effectiveSince) })}</Text>
      {sections[about].map((section) => (
        <section key={section}>
          <h2>{t(`section.${section}.title`)}</h2>
          <p>{t(`section.${section}.text`)}</p>
        </section>
      ))}
      <p>
        <AppLink to={pathTo(otherPage)}>{t(otherPage)}</AppLink>
      </p>
    </article>
  )
}

export function TermsPage() {
  return <LegalPage about="terms" />
}

export function PrivacyPage() {
  return <LegalPage about="privacy" />
}
