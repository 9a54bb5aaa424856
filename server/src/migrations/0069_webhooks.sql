CREATE TABLE "webhook_call" (
	"id" uuid PRIMARY KEY NOT NULL,
	"webhook_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"cause_id" uuid,
	"causes" integer NOT NULL,
	"body" text,
	"at" timestamp with time zone NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"state_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"failure" text,
	"answer" text
);
--> statement-breakpoint
CREATE TABLE "webhook" (
	"id" uuid PRIMARY KEY NOT NULL,
	"plant_id" uuid NOT NULL,
	"address" text NOT NULL,
	"kinds" text[] NOT NULL,
	"on" boolean NOT NULL,
	"closed_secret" text NOT NULL,
	"made_by" uuid NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"idempotency_key" uuid NOT NULL,
	"gone_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"sender" uuid,
	"sending_until" timestamp with time zone,
	"turn_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "webhook_call" ADD CONSTRAINT "webhook_call_webhook_id_webhook_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhook"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_call_of_cause" ON "webhook_call" USING btree ("webhook_id","cause_id");--> statement-breakpoint
CREATE INDEX "webhook_call_list" ON "webhook_call" USING btree ("webhook_id","at");--> statement-breakpoint
CREATE INDEX "webhook_call_due" ON "webhook_call" USING btree ("webhook_id","due_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "webhook_call_at" ON "webhook_call" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_key" ON "webhook" USING btree ("plant_id","made_by","idempotency_key");