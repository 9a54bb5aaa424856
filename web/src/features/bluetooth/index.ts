export { GatewaysPage } from './GatewaysPage.tsx'
