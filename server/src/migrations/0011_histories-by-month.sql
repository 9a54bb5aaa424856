-- What there is becomes the part for rows of months that have none; the server moves them to months when it starts.
ALTER TABLE "audit" DROP CONSTRAINT "audit_pkey";--> statement-breakpoint
ALTER TABLE "audit" RENAME TO "audit_rest";--> statement-breakpoint
ALTER INDEX "audit_plant_at" RENAME TO "audit_rest_plant_at";--> statement-breakpoint
CREATE TABLE "audit" (LIKE "audit_rest" INCLUDING DEFAULTS, CONSTRAINT "audit_id_at_pk" PRIMARY KEY ("id","at")) PARTITION BY RANGE ("at");--> statement-breakpoint
CREATE INDEX "audit_plant_at" ON "audit" USING btree ("plant_id","at");--> statement-breakpoint
ALTER TABLE "audit" ATTACH PARTITION "audit_rest" DEFAULT;--> statement-breakpoint
ALTER TABLE "security_event" DROP CONSTRAINT "security_event_pkey";--> statement-breakpoint
ALTER TABLE "security_event" RENAME TO "security_event_rest";--> statement-breakpoint
ALTER INDEX "security_event_once" RENAME TO "security_event_rest_once";--> statement-breakpoint
CREATE TABLE "security_event" (LIKE "security_event_rest" INCLUDING DEFAULTS, CONSTRAINT "security_event_id_at_pk" PRIMARY KEY ("id","at")) PARTITION BY RANGE ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "security_event_once" ON "security_event" USING btree ("at","kind","user_id","address","action");--> statement-breakpoint
ALTER TABLE "security_event" ATTACH PARTITION "security_event_rest" DEFAULT;--> statement-breakpoint
ALTER TABLE "mail" DROP CONSTRAINT "mail_pkey";--> statement-breakpoint
ALTER TABLE "mail" RENAME TO "mail_rest";--> statement-breakpoint
ALTER INDEX "mail_unsent" RENAME TO "mail_rest_unsent";--> statement-breakpoint
CREATE TABLE "mail" (LIKE "mail_rest" INCLUDING DEFAULTS, CONSTRAINT "mail_id_created_at_pk" PRIMARY KEY ("id","created_at")) PARTITION BY RANGE ("created_at");--> statement-breakpoint
CREATE INDEX "mail_unsent" ON "mail" USING btree ("created_at") WHERE sent_at is null;--> statement-breakpoint
ALTER TABLE "mail" ATTACH PARTITION "mail_rest" DEFAULT;
