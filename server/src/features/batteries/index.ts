export { countNeededBatteries } from './read-outlook.ts'
