import { IconBulb, IconBulbOff, IconMinus, IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useFormats } from '../../shared/format/format.ts'

/** Off, on, and a step each way. */
export function LevelButtons({
  blockedReason,
  send,
}: {
  blockedReason: string | undefined
  send: (level: number | 'up' | 'down') => void
}) {
  const { t } = useTranslation('light-levels')
  const { percent } = useFormats()
  const levelActions = [
    { level: 0, icon: IconBulbOff, text: t('off'), label: undefined },
    { level: 'down', icon: IconMinus, text: percent(10), label: t('stepDown') },
    { level: 'up', icon: IconPlus, text: percent(10), label: t('stepUp') },
    { level: 100, icon: IconBulb, text: t('on', { level: percent(100) }), label: undefined },
  ] as const
  return levelActions.map(({ level, icon: Icon, text, label }) => (
    <ReasonButton
      key={level}
      variant="default"
      blockedReason={blockedReason}
      leftSection={<Icon size={16} aria-hidden />}
      {...(label && { 'aria-label': label })}
      onClick={() => send(level)}
    >
      {text}
    </ReasonButton>
  ))
}
