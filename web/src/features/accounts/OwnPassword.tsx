import { PasswordInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** The password once more, of somebody who is signed in. */
export function OwnPassword(props: React.ComponentProps<typeof PasswordInput>) {
  const { t } = useTranslation('accounts')
  return (
    <PasswordInput
      label={t('password.current')}
      withAsterisk
      autoComplete="current-password"
      visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
      {...props}
    />
  )
}
