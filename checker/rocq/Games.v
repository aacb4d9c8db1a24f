(* Games, their P-positions, and the kernel theorem. *)
From Coq Require Import List Arith NArith ZArith Lia Bool.
From Grundwork Require Import Words Formulas Deciding Terms.
Import ListNotations.

(* A position that is not won is a P-position if all its options are N-positions. A position is an N-position if it
   is won for the player to move, or if it has an option that is a P-position. *)
Section Outcomes.
Variables (position : Type) (won : position -> Prop) (option : position -> position -> Prop).

Inductive Ppos : position -> Prop :=
| P_intro x : ~ won x -> (forall y, option x y -> Npos y) -> Ppos x
with Npos : position -> Prop :=
| N_won x : won x -> Npos x
| N_move x y : option x y -> Ppos y -> Npos x.

Scheme P_ind := Minimality for Ppos Sort Prop with N_ind := Minimality for Npos Sort Prop.

Lemma not_both x : Ppos x -> ~ Npos x.
Proof.
  revert x. apply (P_ind (fun x => ~ Npos x) (fun x => ~ Ppos x)).
  - intros x W _ H N. destruct N as [x W'|x y O P]; [auto|]. apply (H y); auto.
  - intros x W P. destruct P; auto.
  - intros x y O P H Px. destruct Px as [x W N]. apply H, N; auto.
Qed.

(* Kernel theorem. A position is the legal ones among the vectors; level and measure decrease along every move. *)
Variables (legal K : position -> Prop) (level measure : position -> nat).
Hypothesis K_decided : forall x, K x \/ ~ K x.
Hypothesis won_decided : forall x, won x \/ ~ won x.
Hypothesis rules : forall x y, legal x -> ~ won x -> option x y ->
  legal y /\ (level y < level x \/ level y = level x /\ measure y < measure x).
Hypothesis K_not_won : forall x, legal x -> K x -> ~ won x.
Hypothesis K_no_option : forall x y, legal x -> K x -> option x y -> ~ K y.
Hypothesis K_option : forall x, legal x -> ~ won x -> ~ K x -> exists y, option x y /\ K y.

Theorem kernel x : legal x -> (Ppos x <-> K x).
Proof.
  assert (H : forall l x, level x < l -> legal x -> (K x -> Ppos x) /\ (~ K x -> Npos x)).
  { induction l as [|l IHl]; [lia|].
    enough (H : forall m x, measure x < m -> level x < S l -> legal x -> (K x -> Ppos x) /\ (~ K x -> Npos x)) by eauto.
    induction m as [|m IHm]; [lia|]. intros y M L D.
    assert (O : forall z, option y z -> ~ won y -> (K z -> Ppos z) /\ (~ K z -> Npos z)).
    { intros z O W. destruct (rules y z) as [Dz [E|[E F]]]; auto; [apply IHl|apply IHm]; auto; lia. }
    split; intros k.
    - assert (W := K_not_won y D k). constructor; [auto|]. intros z Oz. apply (O z); eauto.
    - destruct (won_decided y) as [W|W]; [constructor; auto|].
      destruct (K_option y) as (z & Oz & k'); auto. apply (N_move y z); auto. apply (O z); auto. }
  intros D. destruct (H (S (level x)) x) as [A B]; auto. split; [|auto]. intros P.
  destruct (K_decided x) as [k|k]; [auto|]. destruct (not_both x P); auto.
Qed.
End Outcomes.

(* A state of a game: how many coordinates its positions have, which vectors are positions, which are won, and what
   decreases along every move, first the level and then the measure. *)
Record state := State { coordinates : nat; domain : form; won : form; level : nat; measure : term }.

(* A move: formulas and terms speak of the coordinates, and after them of the parameters. For all parameters with
   which the guard holds it leads to the vector of those numbers whose places image names. *)
Record move := Move { source : nat; target : nat; parameters : nat; guard : form; image : list nat }.

Record game := Game { base : N; automata : list automaton; states : list state; moves : list move }.

Definition position : Type := nat * list N.
Definition nowhere : state := State 0 (Const false) (Const true) 0 (numeral 0).

Section Game.
Variable g : game.
Notation holds := (holds (base g) (automata g)).
Definition state_of (i : nat) : state := nth i (states g) nowhere.

Definition is_position (x : position) : Prop :=
  let (i, v) := x in length v = coordinates (state_of i) /\ holds v (domain (state_of i)).

Definition is_won (x : position) : Prop := let (i, v) := x in holds v (won (state_of i)).

Definition is_option (x y : position) : Prop :=
  exists m n, In m (moves g) /\ source m = fst x /\ target m = fst y /\ length n = parameters m /\
    holds (snd x ++ n) (guard m) /\ snd y = pick (image m) (snd x ++ n).

Definition P_position : position -> Prop := Ppos position is_won is_option.

(* The conditions of the kernel theorem for a set that has automaton number P_i for each state i. *)
Variable P : list nat.
Definition in_P (i : nat) : form := Accept (nth i P 0) 0 (seq 0 (coordinates (state_of i))).
Definition never k f := never (base g) (automata g) k f.
Definition implies k f f' := never k (f /\ ~ f')%form.

Definition check_move (m : move) : bool :=
  let s := state_of (source m) in
  let t := state_of (target m) in
  let k := coordinates s + parameters m in
  let here := rename (seq 0 (coordinates s)) k in
  let there := rename (image m) k in
  let before := rename_term (seq 0 (coordinates s)) k (measure s) in
  let after := rename_term (image m) k (measure t) in
  let decreases :=
    if level t <? level s then Const true else
    if level t =? level s then (numeral 0 <= after /\ after < before)%form else Const false in
  (length (image m) =? coordinates t) &&
  implies k (guard m /\ here (domain s) /\ ~ here (won s))%form (there (domain t) /\ decreases)%form &&
  never k (guard m /\ there (in_P (target m)) /\ here (in_P (source m)))%form.

Definition check_state (i : nat) : bool :=
  let s := state_of i in
  let k := coordinates s in
  implies k (in_P i) (domain s /\ ~ won s)%form &&
  always (base g) (automata g) k (domain s /\ ~ won s /\ ~ in_P i)%form
    (map (fun m => (parameters m, guard m /\ rename (image m) (k + parameters m) (in_P (target m)))%form)
         (filter (fun m => source m =? i) (moves g))).

Definition check : bool :=
  (2 <=? base g)%N && forallb sound (automata g) && forallb check_move (moves g) &&
  forallb check_state (seq 0 (length (states g))).

Definition K (x : position) : Prop := holds (snd x) (in_P (fst x)).

Section Checked.
Hypothesis B : (2 <= base g)%N.
Hypothesis S : forallb sound (automata g) = true.

Lemma implies_ok k f f' v : implies k f f' = true -> length v = k -> holds v f -> holds v f'.
Proof.
  intros H L F. apply never_ok with (v := v) in H; auto. rewrite both_ok, neg_ok in H. cbn beta in H.
  destruct (decided _ _ B S f' v); tauto.
Qed.

Definition smaller (y x : position) : Prop :=
  let s := state_of (fst x) in
  let t := state_of (fst y) in
  level t < level s \/
  level t = level s /\ Z.to_nat (value (snd y) (measure t)) < Z.to_nat (value (snd x) (measure s)).

Lemma check_move_ok m v n : check_move m = true ->
  let x := (source m, v) in
  let y := (target m, pick (image m) (v ++ n)) in
  is_position x -> length n = parameters m -> holds (v ++ n) (guard m) ->
  (~ is_won x -> is_position y /\ smaller y x) /\ (K x -> ~ K y).
Proof.
  cbn [fst snd is_won is_position]. unfold check_move, K, smaller. rewrite !andb_true_iff, Nat.eqb_eq.
  intros [[E C] C1] [L X] N G. cbn [fst snd].
  assert (Lk : length (v ++ n) = coordinates (state_of (source m)) + parameters m) by (rewrite app_length; lia).
  assert (Here : pick (seq 0 (coordinates (state_of (source m)))) (v ++ n) = v) by (rewrite <- L; apply pick_all).
  split.
  - intros W. apply implies_ok with (v := v ++ n) in C; auto.
    + rewrite both_ok, rename_ok in C by lia. destruct C as [D M]. split; [split; [unfold pick; rewrite map_length|]; auto|].
      destruct (Nat.ltb_spec (level (state_of (target m))) (level (state_of (source m)))); [auto|].
      destruct (Nat.eqb_spec (level (state_of (target m))) (level (state_of (source m)))); [|discriminate].
      rewrite both_ok, le_ok, lt_ok, !rename_value, Here in M. cbn in M. right. split; [auto|]. lia.
    + rewrite !both_ok, neg_ok, !rename_ok, Here by lia. cbn. auto.
  - intros Ks Kt. apply never_ok with (v := v ++ n) in C1; auto. apply C1.
    rewrite !both_ok, !rename_ok, Here by lia. cbn beta. auto.
Qed.

Lemma check_state_ok i v : check_state i = true -> is_position (i, v) ->
  (K (i, v) -> ~ is_won (i, v)) /\
  (~ is_won (i, v) -> ~ K (i, v) -> exists y, is_option (i, v) y /\ K y).
Proof.
  unfold check_state. rewrite andb_true_iff. intros [C0 C2] [L X]. split.
  - intros k. apply implies_ok with (v := v) in C0; auto. rewrite both_ok, neg_ok in C0. apply C0.
  - intros W k. apply always_ok with (v := v) in C2; auto.
    + destruct C2 as (j & f & n & I & N & F). apply in_map_iff in I. destruct I as (m & E & I).
      apply pair_equal_spec in E. destruct E as [<- <-]. apply filter_In in I. destruct I as [I Si]. apply Nat.eqb_eq in Si. subst i.
            rewrite both_ok, rename_ok in F by (rewrite app_length; lia). destruct F as [G F].
      exists (target m, pick (image m) (v ++ n)). split; [|auto]. exists m, n. repeat split; auto.
    + rewrite !both_ok, !neg_ok. cbn beta. auto.
Qed.
End Checked.

Lemma in_P_ok i v : length v = coordinates (state_of i) ->
  (holds v (in_P i) <-> accepted (base g) (automaton_of (automata g) (nth i P 0)) 0 v).
Proof. intros L. pose proof (pick_all v []) as E. rewrite app_nil_r in E. unfold in_P. cbn. rewrite <- L, E. tauto. Qed.

Theorem check_ok : check = true -> forall i v, is_position (i, v) ->
  (P_position (i, v) <-> accepted (base g) (automaton_of (automata g) (nth i P 0)) 0 v).
Proof.
  unfold check. rewrite !andb_true_iff, N.leb_le. intros [[[B S] CM] CS]. rewrite forallb_forall in CM, CS.
  assert (D := decided (base g) (automata g) B S).
  assert (CS' : forall i v, is_position (i, v) -> check_state i = true).
  { intros i v [_ X]. apply CS, in_seq. destruct (Nat.lt_ge_cases i (length (states g))); [lia|].
    unfold state_of in X. rewrite nth_overflow in X by auto. discriminate. }
  assert (CM' : forall x y, is_position x -> is_option x y ->
    (~ is_won x -> is_position y /\ smaller y x) /\ (K x -> ~ K y)).
  { intros [i v] [j w] X (m & n & M & Si & Tj & N & G & E). cbn [fst snd] in *.
    subst i j w. apply check_move_ok; auto. }
  intros i v X. transitivity (K (i, v)).
  - revert X. apply kernel with (level := fun x => level (state_of (fst x)))
      (measure := fun x => Z.to_nat (value (snd x) (measure (state_of (fst x))))).
    + intros x. apply D.
    + intros [j w]. apply D.
    + intros x y X W O. apply (CM' x y X O); auto.
    + intros [j w] X. apply (check_state_ok B S j w (CS' j w X) X).
    + intros x y X k O. apply (CM' x y X O); auto.
    + intros [j w] X. apply (check_state_ok B S j w (CS' j w X) X).
  - apply in_P_ok, X.
Qed.

(* A criterion for a state: a formula about the coordinates and j other numbers, which exist if it is a P-position. *)
Definition check_criterion (i j : nat) (f : form) : bool :=
  let k := coordinates (state_of i) in
  (2 <=? base g)%N && forallb sound (automata g) &&
  means (base g) (automata g) k (in_P i /\ domain (state_of i))%form j
    (f /\ rename (seq 0 k) (k + j) (domain (state_of i)))%form.

Theorem criterion_ok : check = true -> forall i j f, check_criterion i j f = true -> forall v, is_position (i, v) ->
  (P_position (i, v) <-> some j (fun n => holds (v ++ n) f)).
Proof.
  intros C i j f F v X. rewrite check_ok by auto. unfold check_criterion in F. rewrite !andb_true_iff, N.leb_le in F.
  destruct F as [[B S] F]. destruct X as [L X]. apply means_ok with (v := v) in F; auto. rewrite both_ok in F.
  rewrite <- in_P_ok, some_ok by auto. rewrite some_ok in F. transitivity (holds v (in_P i) /\ holds v (domain (state_of i)));
    [tauto|]. cbn beta in F. rewrite F. clear F.
  split; intros (n & N & H); exists n; (split; [auto|]);
    rewrite both_ok, rename_ok, <- L, pick_all in * by (rewrite app_length; lia); cbn beta in *; tauto.
Qed.

(* What an automaton means, for which a formula is given, too. *)
Definition check_definition (k A : nat) (xs : list nat) (j : nat) (f : form) : bool :=
  (2 <=? base g)%N && forallb sound (automata g) && means (base g) (automata g) k (Accept A 0 xs) j f.

Theorem definition_ok k A xs j f : check_definition k A xs j f = true -> forall v, length v = k ->
  (accepted (base g) (automaton_of (automata g) A) 0 (pick xs v) <-> some j (fun n => holds (v ++ n) f)).
Proof.
  unfold check_definition. rewrite !andb_true_iff, N.leb_le. intros [[B S] F] v L.
  apply (means_ok _ _ _ B S _ _ _ _ F L).
Qed.
End Game.

Lemma exists_iff (A B : N -> Prop) : (forall x, A x <-> B x) -> ((exists x, A x) <-> (exists x, B x)).
Proof. intros H. split; intros [x X]; exists x; apply H; auto. Qed.

Lemma and_iff A B C D : (A <-> C) -> (B <-> D) -> (A /\ B <-> C /\ D).
Proof. tauto. Qed.

Lemma or_iff A B C D : (A <-> C) -> (B <-> D) -> (A \/ B <-> C \/ D).
Proof. tauto. Qed.

(* Shows that two propositions say the same, part by part where that is possible. *)
Ltac alike := first
  [ reflexivity
  | apply nimsum_ok
  | apply exists_iff; intro; alike
  | apply and_iff; alike
  | apply or_iff; alike
  | apply not_iff_compat; alike
  | lia
  | intuition (auto; lia) ].

(* Shows that a formula that was computed says what a proposition about natural numbers says. *)
Ltac plainly := cbv [is_position state_of states nth coordinates domain automata automaton_of base
    some holds join dot app pick map nth length];
  first [alike | lia | intuition (auto; lia)].
