import { IconHourglassLow } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { pageOfPath } from '../page-of-path.ts'
import { pageEntry } from '../site-map.ts'

/** Whether a link of the menu leads to a page that is named, but not built yet. */
export function isPlanned(to: string): boolean {
  const name = pageOfPath(to.split('?')[0] ?? to)
  return name !== undefined && pageEntry(name).pending === true
}

/** Beside a link of the menu to a page that is not built yet: nobody is to find that out by going there. */
export function PlannedMark({ to }: { to: string }) {
  const { t } = useTranslation('shell')
  if (!isPlanned(to)) return null
  return (
    <span className="vx-planned" title={t('nav.planned')}>
      <IconHourglassLow size={14} stroke={1.8} aria-hidden />
      <span className="vx-hidden">{t('nav.planned')}</span>
    </span>
  )
}
