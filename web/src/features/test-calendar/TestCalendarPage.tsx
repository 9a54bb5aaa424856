import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { TestCalendar } from './TestCalendar.tsx'

/** The year's tests in all plants of the person. */
export function TestCalendarPage() {
  const { t } = useTranslation('test-calendar')
  return (
    <>
      <PageHeader title={t('title')} />
      <TestCalendar />
    </>
  )
}
