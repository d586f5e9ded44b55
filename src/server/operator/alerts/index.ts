export { sendAlertMail } from './mail-alert.ts';
export { sweepAlerts, tellStaff } from './tell-staff.ts';
export { lastBackup } from './waiting-alerts.ts';
export { insertTest, requestTest, sendWebhook } from './webhooks.ts';
