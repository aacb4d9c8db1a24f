(* Terms, in which the rules of games are written, and comparisons of terms. *)
From Coq Require Import List NArith ZArith Lia Bool.
From Grundwork Require Import Words Formulas.
Import ListNotations.
Local Open Scope Z_scope.

(* A term is a linear form, a1 x1 + a2 x2 + ... + c, and a formula which says that its differences exist:
   s - t exists only if it is not negative. *)
Record term := Term { coefficients : list Z; constant : Z; differences : form }.

Declare Scope term_scope.
Delimit Scope term_scope with term.
Bind Scope term_scope with term.
Declare Scope form_scope.
Delimit Scope form_scope with form.
Bind Scope form_scope with form.
Notation both := (bin AND).
Infix "/\" := both : form_scope.
Infix "\/" := (bin OR) : form_scope.
Notation "~ f" := (neg f) : form_scope.

Fixpoint combine (x y : Z) (a a' : list Z) : list Z :=                 (* x a + y a' *)
  match a, a' with
  | [], _ => map (Z.mul y) a'
  | _, [] => map (Z.mul x) a
  | p :: a, q :: a' => (x * p + y * q) :: combine x y a a'
  end.

Definition variable (i : nat) : term := Term (repeat 0 i ++ [1]) 0 (Const true).
Definition numeral (c : N) : term := Term [] (Z.of_N c) (Const true).
Definition plus (s t : term) : term :=
  Term (combine 1 1 (coefficients s) (coefficients t)) (constant s + constant t) (differences s /\ differences t).
Definition times (n : N) (t : term) : term :=
  Term (map (Z.mul (Z.of_N n)) (coefficients t)) (Z.of_N n * constant t) (differences t).

(* Both terms exist, and the difference of their values has the property. *)
Definition compare (atom : list Z -> Z -> form) (s t : term) : form :=
  atom (combine 1 (-1) (coefficients s) (coefficients t)) (constant t - constant s) /\ differences s /\ differences t.
Definition le : term -> term -> form := compare at_most.
Definition eq : term -> term -> form := compare equal.
Definition lt (s t : term) : form := le (plus s (numeral 1)) t.
Definition ne (s t : term) : form := lt s t \/ lt t s.
Definition minus (s t : term) : term :=
  Term (combine 1 (-1) (coefficients s) (coefficients t)) (constant s - constant t) (le t s).

Infix "+" := plus : term_scope.
Infix "-" := minus : term_scope.
Infix "*" := times : term_scope.
Infix "<=" := le : form_scope.
Infix "<" := lt : form_scope.
Infix "=" := eq : form_scope.
Infix "<>" := ne : form_scope.
Coercion numeral : N >-> term.
Coercion variable : nat >-> term.

(* A formula about chosen numbers, for which others are put in. *)
Fixpoint scatter (xs : list nat) (a : list Z) : list Z :=
  match xs, a with i :: xs, c :: a => combine c 1 (repeat 0 i ++ [1]) (scatter xs a) | _, _ => [] end.

Fixpoint rename (xs : list nat) (other : nat) (f : form) : form :=
  match f with
  | Const c => f
  | AtMost a c => AtMost (scatter xs a) c
  | Equal a c => Equal (scatter xs a) c
  | Accept A q ys => Accept A q (map (fun i => nth i xs other) ys)
  | Not f => Not (rename xs other f)
  | Bin o f g => Bin o (rename xs other f) (rename xs other g)
  end.

Definition rename_term (xs : list nat) (other : nat) (t : term) : term :=
  Term (scatter xs (coefficients t)) (constant t) (rename xs other (differences t)).

Definition value (v : list N) (t : term) : Z := dot (coefficients t) v + constant t.

Lemma dot_combine x y a a' v : dot (combine x y a a') v = x * dot a v + y * dot a' v.
Proof.
  assert (M : forall z a v, dot (map (Z.mul z) a) v = z * dot a v).
  { induction a0; intros [|]; cbn [dot map]; try lia. rewrite IHa0. lia. }
  revert a' v; induction a as [|p a IH]; intros [|q a'] [|n v]; cbn [combine dot map]; rewrite ?M, ?IH; lia.
Qed.

Lemma dot_unit i v : dot (repeat 0 i ++ [1]) v = Z.of_N (nth i v 0%N).
Proof. revert v; induction i; intros [|n v]; cbn [repeat app dot nth]; rewrite ?IHi; lia. Qed.

Lemma dot_scatter xs a v : dot (scatter xs a) v = dot a (pick xs v).
Proof.
  revert a; induction xs; intros [|c a']; cbn [scatter dot pick map]; auto.
  rewrite dot_combine, dot_unit, IHxs. unfold pick. lia.
Qed.

Section Meaning.
Variables (b : N) (automata : list automaton).
Notation holds := (holds b automata).
Lemma both_ok v f g : holds v (both f g) <-> holds v f /\ holds v g.
Proof. apply bin_ok. Qed.

Notation exist v t := (holds v (differences t)).

Lemma le_ok v s t : holds v (s <= t)%form <-> exist v s /\ exist v t /\ (value v s <= value v t)%Z.
Proof. unfold le, compare, value. rewrite !both_ok, at_most_ok, dot_combine. intuition lia. Qed.

Lemma eq_ok v s t : holds v (s = t)%form <-> exist v s /\ exist v t /\ (value v s = value v t)%Z.
Proof. unfold eq, compare, value. rewrite !both_ok, equal_ok, dot_combine. intuition lia. Qed.

Lemma lt_ok v s t : holds v (s < t)%form <-> exist v s /\ exist v t /\ (value v s < value v t)%Z.
Proof. unfold lt. rewrite le_ok. unfold value. cbn [plus numeral coefficients constant differences].
  rewrite both_ok, dot_combine. cbn [dot holds]. intuition lia. Qed.

Lemma rename_ok xs other f v : (length v <= other)%nat -> (holds v (rename xs other f) <-> holds (pick xs v) f).
Proof.
  intros L. induction f as [c|a c|a c|A q ys|f IH|[|] f IHf g IHg]; cbn; rewrite ?dot_scatter; try tauto.
  replace (pick ys (pick xs v)) with (pick (map (fun i => nth i xs other) ys) v); [tauto|].
  unfold pick. rewrite map_map. apply map_ext. intros i.
  rewrite <- (nth_overflow v 0%N L) at 2. rewrite <- (map_nth (fun j => nth j v 0%N)). auto.
Qed.

Lemma rename_value xs other t v : value v (rename_term xs other t) = value (pick xs v) t.
Proof. unfold value. cbn. rewrite dot_scatter. auto. Qed.
End Meaning.
