CREATE TABLE "push_device" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	CONSTRAINT "push_device_sessionId_unique" UNIQUE("session_id"),
	CONSTRAINT "push_device_endpoint_unique" UNIQUE("endpoint")
);
--> statement-breakpoint
CREATE TABLE "push_message" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"batch_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"text" jsonb,
	"is_urgent" boolean NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"given_up_at" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"answer" text
);
--> statement-breakpoint
ALTER TABLE "notice_choice" ALTER COLUMN "mail" SET DEFAULT true;--> statement-breakpoint
ALTER TABLE "notice_choice" ADD COLUMN "push" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "push_device" ADD CONSTRAINT "push_device_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_device" ADD CONSTRAINT "push_device_session_id_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."session"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "push_device_user" ON "push_device" USING btree ("user_id","added_at");--> statement-breakpoint
CREATE INDEX "push_message_batch" ON "push_message" USING btree ("batch_id");--> statement-breakpoint
CREATE INDEX "push_message_at" ON "push_message" USING btree ("at");