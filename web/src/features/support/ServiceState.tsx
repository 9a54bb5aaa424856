import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import * as styles from './support.module.css'

const parts = { web: 'database', broker: 'broker', jobs: 'jobs' } as const
type Health = Partial<Record<string, { ok: boolean }>>

/** The server's health answer; it has status 503 when a dependency fails, and still reports the others. */
const readHealth = async (): Promise<Health> => {
  const response = await fetch('/readyz', { headers: { accept: 'application/json' } })
  return ((await response.json()) as { parts: Health }).parts
}
const refetchMs = 30_000

/** State of the service's parts, from its own report. */
export function ServiceState() {
  const { t } = useTranslation('support')
  const { data } = useQuery({ queryKey: ['health'], queryFn: readHealth, refetchInterval: refetchMs, retry: false })
  const stateOf = (name: string) => {
    const health = data && data[name]
    if (!health) return <StatusInline state="unknown" cause={t('state.unknown')} />
    return health.ok ? (
      <StatusInline state="ok" cause={t('state.runs')} />
    ) : (
      <StatusInline state="warning" cause={t('state.down')} />
    )
  }
  return (
    <section className={`vx-card ${styles.supportCard}`} aria-label={t('state.title')}>
      <h2>{t('state.title')}</h2>
      <dl>
        {Object.entries(parts).map(([name, part]) => (
          <div key={name}>
            <dt>{t(`state.${name as keyof typeof parts}`)}</dt>
            <dd>{stateOf(part)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
