import { SegmentedControl } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { DateTimeField } from '../../shared/form/DateTimeField.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import * as styles from './emergency-tests.module.css'

/** When a test begins: at once, when the batteries are charged, or at a time of the plant's clock. */
export const startOptions = ['now', 'charged', 'later'] as const
export type StartOption = { when: (typeof startOptions)[number]; wall: string; wrong: string | undefined }

export function WhenToStart({ value, onChange }: { value: StartOption; onChange: (value: StartOption) => void }) {
  const { t } = useTranslation('emergency-tests')
  const { plant } = useCurrentPlant()
  const { when, wall, wrong } = value
  return (
    <div>
      <span className={styles.startLabel}>{t('held.when')}</span>
      <SegmentedControl
        fullWidth
        aria-label={t('held.when')}
        value={when}
        onChange={(next) => onChange({ ...value, when: next as StartOption['when'], wrong: undefined })}
        data={startOptions.map((one) => ({ value: one, label: t(`held.${one}`) }))}
      />
      {when === 'charged' ? <p className="vx-quiet">{t('held.aboutCharged')}</p> : null}
      {when === 'later' ? (
        <>
          <p className="vx-quiet">{t('held.aboutLater')}</p>
          <DateTimeField
            label={t('held.at')}
            timeZone={plant.timezone}
            value={wall}
            onChange={(next) => onChange({ ...value, wall: next, wrong: undefined })}
            error={wrong}
          />
        </>
      ) : null}
    </div>
  )
}
