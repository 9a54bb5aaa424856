CREATE TABLE "company_domain" (
	"domain" text PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "company_person" (
	"company_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"user_id" uuid NOT NULL,
	"joined_at" timestamp with time zone NOT NULL,
	CONSTRAINT "company_person_company_id_subject_pk" PRIMARY KEY("company_id","subject"),
	CONSTRAINT "company_person_userId_unique" UNIQUE("user_id")
);
--> statement-breakpoint
CREATE TABLE "company" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"issuer" text NOT NULL,
	"client_id" text NOT NULL,
	"client_secret" text NOT NULL,
	"usertype" text NOT NULL,
	"passwords" boolean NOT NULL,
	"verified_claim" text NOT NULL,
	"name_claim" text NOT NULL,
	"surname_claim" text NOT NULL,
	"connected_at" timestamp with time zone NOT NULL,
	CONSTRAINT "company_name_unique" UNIQUE("name"),
	CONSTRAINT "company_makes_no_admin" CHECK (usertype in ('installer', 'client', 'basic'))
);
--> statement-breakpoint
CREATE TABLE "company_visit" (
	"state_hash" text PRIMARY KEY NOT NULL,
	"browser_hash" text NOT NULL,
	"company_id" uuid NOT NULL,
	"secrets" text NOT NULL,
	"language" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "member_rule" (
	"plant_id" uuid NOT NULL,
	"domain" text NOT NULL,
	"role" text NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	CONSTRAINT "member_rule_plant_id_domain_pk" PRIMARY KEY("plant_id","domain")
);
--> statement-breakpoint
ALTER TABLE "company_domain" ADD CONSTRAINT "company_domain_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_person" ADD CONSTRAINT "company_person_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_person" ADD CONSTRAINT "company_person_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_visit" ADD CONSTRAINT "company_visit_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_rule" ADD CONSTRAINT "member_rule_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "company_domain_company" ON "company_domain" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "company_visit_expires" ON "company_visit" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "company_visit_company" ON "company_visit" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "member_rule_domain" ON "member_rule" USING btree ("domain");