import { SegmentedControl, Switch, Text, TextInput } from '@mantine/core'
import {
  type NoticeRhythm,
  type NoticeSettings,
  noticeRhythms,
  quietHours,
} from '@vigilux/contract/features/notices/notice.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { parseTime } from '../../shared/format/date-text.ts'
import type { NoticeChange } from './notice-change.ts'
import * as styles from './notices.module.css'

const defaultQuietHours = { begins: '22:00', ends: '06:30' }

type NoticeTimesProps = { settings: NoticeSettings; disabled: boolean; onChange: (change: NoticeChange) => void }

/** When notices are sent: at once or as digest, and quiet hours ignored only by emergencies. */
export function NoticeTimes({ settings: { rhythm, quiet }, disabled, onChange }: NoticeTimesProps) {
  const { t } = useTranslation('notices')
  return (
    <fieldset className={styles.noticeTimes} disabled={disabled}>
      <legend>{t('times.title')}</legend>
      <SegmentedControl
        fullWidth
        aria-label={t('times.title')}
        value={rhythm}
        disabled={disabled}
        data={noticeRhythms.map((value) => ({ value, label: t(`times.${value}`) }))}
        onChange={(value) => onChange({ rhythm: value as NoticeRhythm })}
      />
      <Switch
        label={t('times.quiet')}
        checked={quiet !== null}
        disabled={disabled}
        onChange={(event) => onChange({ quiet: event.currentTarget.checked ? defaultQuietHours : null })}
      />
      {quiet ? (
        <Hours key={`${quiet.begins} ${quiet.ends}`} hours={quiet} disabled={disabled} onChange={onChange} />
      ) : null}
      <Text size="sm" c="dimmed">
        {t('times.text')}
      </Text>
    </fieldset>
  )
}

type HoursProps = Omit<NoticeTimesProps, 'settings'> & { hours: NonNullable<NoticeSettings['quiet']> }

/** Saved when a field loses the focus, and only if both are different times. */
function Hours({ hours, disabled, onChange }: HoursProps) {
  const { t } = useTranslation('notices')
  const [typedHours, setTypedHours] = useState(hours)
  const save = () => {
    const read = quietHours.safeParse({ begins: parseTime(typedHours.begins), ends: parseTime(typedHours.ends) })
    if (!read.success) return setTypedHours(hours)
    setTypedHours(read.data)
    if (read.data.begins !== hours.begins || read.data.ends !== hours.ends) onChange({ quiet: read.data })
  }
  return (
    <div className={styles.noticeHours}>
      {(['begins', 'ends'] as const).map((end) => (
        <TextInput
          key={end}
          inputMode="numeric"
          placeholder={defaultQuietHours[end]}
          label={t(`times.${end}`)}
          value={typedHours[end]}
          disabled={disabled}
          onChange={(event) => setTypedHours({ ...typedHours, [end]: event.currentTarget.value })}
          onBlur={save}
        />
      ))}
    </div>
  )
}
